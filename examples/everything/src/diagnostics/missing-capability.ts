import { type Answers, ask, Sample, Tool } from '@countersign/core';

/** Cannot do without the client's model, so a client that declares none is told what it lacks: -32021. */
@Tool({ name: 'test_missing_capability', description: "Needs the client's model." })
export class MissingCapability {
  @Sample()
  answer() {
    return ask.sample({
      messages: [{ role: 'user', content: { type: 'text', text: 'Are you there?' } }],
      maxTokens: 10,
    });
  }

  run(_: object, { answer }: Answers<MissingCapability>) {
    return `The model answered: ${answer.text}`;
  }
}
