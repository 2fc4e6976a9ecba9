import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';
import { answerTo, type Change, type Input, Order, said, TOOL } from '../order.js';

const Fuller = form(z.object({ answer: z.string(), reason: z.string() }));

@Tool(TOOL)
class Old extends Order {}

@Tool(TOOL)
class New extends Order {
  @Elicit()
  override confirm({ item }: Input, { where }: Answers<Order, 'where'>) {
    return ask.form(`Ship ${item} to ${where.answer}?`, Fuller);
  }
}

export const refitted: Change = {
  name: 'a form with a field more',
  old: Old,
  new: New,
  expected: (version, item) => {
    const where = said(`Ship ${item} where?`);
    const question = `Ship ${item} to ${where.answer}?`;
    const confirm = {
      ...said(question),
      ...(version === 'new' && { reason: answerTo(question, 'reason') }),
    };
    return { where, confirm, note: said(`Note on ${item}, confirmed by ${confirm.answer}?`) };
  },
  differs: true,
};
