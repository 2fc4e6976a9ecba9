import { type Answers, ask, Compute, Elicit, Tool } from '@countersign/core';
import { type Change, type Input, Order, Said, said, TOOL } from '../order.js';

@Tool(TOOL)
class Old extends Order {
  @Compute({ readable: true })
  price({ item }: Input): number {
    return item.length;
  }

  @Elicit()
  override confirm({ item }: Input, { where, price }: Answers<Old, 'where' | 'price'>) {
    return ask.form(`Ship ${item} to ${where.answer} for ${price}?`, Said);
  }
}

@Tool(TOOL)
class New extends Old {
  @Compute({ readable: true, version: 2 })
  override price({ item }: Input): number {
    return 2 * item.length;
  }
}

/** The value is another one, and the question shows it: whoever agreed to the old price is asked about the new one. */
export const recomputed: Change = {
  name: 'a compute of version 2',
  old: Old,
  new: New,
  expected: (version, item) => {
    const where = said(`Ship ${item} where?`);
    const price = (version === 'old' ? 1 : 2) * item.length;
    const confirm = said(`Ship ${item} to ${where.answer} for ${price}?`);
    return {
      where,
      price,
      confirm,
      note: said(`Note on ${item}, confirmed by ${confirm.answer}?`),
    };
  },
  differs: true,
};
