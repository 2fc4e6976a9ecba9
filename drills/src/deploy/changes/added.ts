import { type Answers, ask, Elicit, Tool } from '@countersign/core';
import { type Change, type Input, Order, Said, said, TOOL } from '../order.js';

@Tool(TOOL)
class Old extends Order {}

@Tool(TOOL)
class New extends Order {
  @Elicit()
  ticket({ item }: Input, { where }: Answers<Order, 'where'>) {
    return ask.form(`Ticket for ${item} to ${where.answer}?`, Said);
  }
}

export const added: Change = {
  name: 'a step added',
  old: Old,
  new: New,
  expected: (version, item) => {
    const where = said(`Ship ${item} where?`);
    const confirm = said(`Ship ${item} to ${where.answer}?`);
    const note = said(`Note on ${item}, confirmed by ${confirm.answer}?`);
    return {
      where,
      confirm,
      note,
      ...(version === 'new' && { ticket: said(`Ticket for ${item} to ${where.answer}?`) }),
    };
  },
  differs: false,
};
