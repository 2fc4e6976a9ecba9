import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { z } from 'zod';

const Name = form(z.object({ name: z.string() }));
const Color = form(z.object({ color: z.string() }));

/** The second question reads the first answer, so it waits for it: two rounds of questions, and the answers of both in `run`. */
@Tool({
  name: 'test_input_required_result_multi_round',
  description: 'Asks a person one thing after the other.',
})
export class MultiRound {
  @Elicit()
  step1() {
    return ask.form('Step 1: What is your name?', Name);
  }

  @Elicit()
  step2(_: object, { step1 }: Answers<MultiRound, 'step1'>) {
    return ask.form(`Step 2: What is your favorite color, ${step1.name}?`, Color);
  }

  run(_: object, { step1, step2 }: Answers<MultiRound>) {
    return `${step1.name} likes ${step2.color}.`;
  }
}
