import { type Answers, ask, Compute, Elicit, Tool } from '@countersign/core';
import { z } from 'zod';
import { type Change, type Input, Order, Said, said, TOOL } from '../order.js';

const Price = z.object({ net: z.number(), gross: z.number() });

@Tool(TOOL)
class Old extends Order {
  @Compute({ readable: true, schema: z.number() })
  price({ item }: Input) {
    return item.length;
  }

  @Elicit()
  override confirm({ item }: Input, { where, price }: Answers<Old, 'where' | 'price'>) {
    return ask.form(`Ship ${item} to ${where.answer} for ${price}?`, Said);
  }
}

@Tool(TOOL)
class New extends Order {
  @Compute({ readable: true, schema: Price })
  price({ item }: Input) {
    return { net: item.length, gross: 2 * item.length };
  }

  @Elicit()
  override confirm({ item }: Input, { where, price }: Answers<New, 'where' | 'price'>) {
    return ask.form(`Ship ${item} to ${where.answer} for ${price.gross}?`, Said);
  }
}

/** The version was forgotten, and the schema of each refuses the value of the other. */
export const reshaped: Change = {
  name: 'a compute of another schema',
  old: Old,
  new: New,
  expected: (version, item) => {
    const where = said(`Ship ${item} where?`);
    const price = version === 'old' ? item.length : { net: item.length, gross: 2 * item.length };
    const shown = version === 'old' ? item.length : 2 * item.length;
    const confirm = said(`Ship ${item} to ${where.answer} for ${shown}?`);
    return {
      where,
      price,
      confirm,
      note: said(`Note on ${item}, confirmed by ${confirm.answer}?`),
    };
  },
  differs: true,
};
