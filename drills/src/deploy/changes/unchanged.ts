import { Tool } from '@countersign/core';
import { type Change, Order, said, TOOL } from '../order.js';

@Tool(TOOL)
class Old extends Order {}

@Tool(TOOL)
class New extends Order {}

const expected = (item: string) => {
  const where = said(`Ship ${item} where?`);
  const confirm = said(`Ship ${item} to ${where.answer}?`);
  return { where, confirm, note: said(`Note on ${item}, confirmed by ${confirm.answer}?`) };
};

export const unchanged: Change = {
  name: 'nothing',
  old: Old,
  new: New,
  expected: (_, item) => expected(item),
  differs: false,
};
