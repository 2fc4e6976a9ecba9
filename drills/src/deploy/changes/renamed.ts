import { ask, Elicit, Tool } from '@countersign/core';
import { type Change, type Input, Order, Said, said, TOOL } from '../order.js';

@Tool(TOOL)
class Old extends Order {
  @Elicit()
  ticket({ item }: Input) {
    return ask.form(`Ticket for ${item}?`, Said);
  }
}

@Tool(TOOL)
class New extends Order {
  @Elicit()
  issue({ item }: Input) {
    return ask.form(`Ticket for ${item}?`, Said);
  }
}

export const renamed: Change = {
  name: 'a step renamed',
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
      [version === 'old' ? 'ticket' : 'issue']: said(`Ticket for ${item}?`),
    };
  },
  differs: true,
};
