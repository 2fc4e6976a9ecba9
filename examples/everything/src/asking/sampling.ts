// Tools that ask the client's model.
import { type Answers, ask, Sample, type SampleParams, Tool } from '@countersign/core';
import { z } from 'zod';

const said = (text: string): SampleParams['messages'] => [
  { role: 'user', content: { type: 'text', text } },
];

const Input = z.object({ prompt: z.string() });
type Input = z.output<typeof Input>;

@Tool({ name: 'test_sampling', description: "Hands a prompt to the client's model.", input: Input })
export class Sampling {
  @Sample()
  completion({ prompt }: Input) {
    return ask.sample({ messages: said(prompt), maxTokens: 100 });
  }

  run(_: Input, { completion }: Answers<Sampling>) {
    return `LLM response: ${completion.text}`;
  }
}

@Tool({
  name: 'test_input_required_result_sampling',
  description: "Asks the client's model for the capital of France.",
})
export class SampledCapital {
  @Sample()
  capital_question() {
    return ask.sample({ messages: said('What is the capital of France?'), maxTokens: 100 });
  }

  run(_: object, { capital_question: answer }: Answers<SampledCapital>) {
    return `The model says: ${answer.text}`;
  }
}
