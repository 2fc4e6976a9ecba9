import { type Answers, ask, Elicit, Tool } from '@countersign/core';
import { type Change, type Input, Order, Said, said, TOOL } from '../order.js';

@Tool(TOOL)
class Old extends Order {
  @Elicit()
  ticket({ item }: Input, { where }: Answers<Order, 'where'>) {
    return ask.form(`Ticket for ${item} to ${where.answer}?`, Said);
  }

  @Elicit()
  override note({ item }: Input, { confirm, ticket }: Answers<Old, 'confirm' | 'ticket'>) {
    return ask.form(
      `Note on ${item}, confirmed by ${confirm.answer}, ticket ${ticket.answer}?`,
      Said,
    );
  }
}

@Tool(TOOL)
class New extends Order {}

/** One that another step read: an answer that was given with the ticket in view does not count where there is no ticket. */
export const removed: Change = {
  name: 'a step removed that was read',
  old: Old,
  new: New,
  expected: (version, item) => {
    const where = said(`Ship ${item} where?`);
    const confirm = said(`Ship ${item} to ${where.answer}?`);
    const common = `Note on ${item}, confirmed by ${confirm.answer}`;
    if (version === 'new') return { where, confirm, note: said(`${common}?`) };
    const ticket = said(`Ticket for ${item} to ${where.answer}?`);
    return { where, confirm, ticket, note: said(`${common}, ticket ${ticket.answer}?`) };
  },
  differs: true,
};
