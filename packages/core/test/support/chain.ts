import { z } from 'zod';
import { ask, type ComponentClass, Elicit, form, Tool } from '../../src/index.js';

export const Yes = form(z.object({ yes: z.boolean() }));

/** A tool of so many questions, each of which reads the answer to the one before. */
export function chain(length: number, attempts?: number): ComponentClass {
  class Chain {
    run(_: object, answers: Readonly<Record<string, unknown>>) {
      return `the last answer is ${JSON.stringify(answers[`q${length}`])}`;
    }
  }
  for (let at = 1; at <= length; at++) {
    const method = (_: object, answers: Readonly<Record<string, unknown>>) => {
      if (at > 1) void answers[`q${at - 1}`];
      return ask.form(`Question ${at}?`, Yes);
    };
    const descriptor = { value: method, writable: true, configurable: true, enumerable: false };
    Object.defineProperty(Chain.prototype, `q${at}`, descriptor);
    Elicit(attempts === undefined ? {} : { attempts })(Chain.prototype, `q${at}`, descriptor);
  }
  Tool({ name: 'chain', description: 'Asks one thing after the other.' })(Chain);
  return Chain;
}
