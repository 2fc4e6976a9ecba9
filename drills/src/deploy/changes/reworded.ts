import { type Answers, ask, Elicit, Tool } from '@countersign/core';
import { type Change, type Input, Order, Said, said, TOOL } from '../order.js';

@Tool(TOOL)
class Old extends Order {}

@Tool(TOOL)
class New extends Order {
  @Elicit()
  override confirm({ item }: Input, { where }: Answers<Order, 'where'>) {
    return ask.form(`Really ship ${item} to ${where.answer}?`, Said);
  }
}

export const reworded: Change = {
  name: 'a question reworded',
  old: Old,
  new: New,
  expected: (version, item) => {
    const where = said(`Ship ${item} where?`);
    const confirm = said(
      version === 'old'
        ? `Ship ${item} to ${where.answer}?`
        : `Really ship ${item} to ${where.answer}?`,
    );
    return { where, confirm, note: said(`Note on ${item}, confirmed by ${confirm.answer}?`) };
  },
  differs: true,
};
