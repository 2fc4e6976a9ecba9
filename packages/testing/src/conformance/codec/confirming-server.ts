import {
  type Answers,
  ask,
  type CountersignServer,
  createServer,
  Elicit,
  form,
  type StateCodec,
  Tool,
} from '@countersign/core';

const Sure = form({ type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] });

@Tool({
  name: 'confirm',
  description: 'Does what a person confirms.',
  input: { type: 'object', properties: { what: { type: 'string' } } },
})
class Confirm {
  @Elicit()
  sure({ what }: Readonly<Record<string, unknown>>) {
    return ask.form(`Do ${String(what)}?`, Sure);
  }

  run({ what }: Readonly<Record<string, unknown>>, { sure }: Answers<Confirm>) {
    return sure.yes === true ? `Did ${String(what)}.` : 'Did nothing.';
  }
}

/** The least that a codec is for: a tool with one question. */
export const confirmingServer = (codec: StateCodec): CountersignServer =>
  createServer({ name: 'confirming', version: '1.0.0', components: [Confirm], state: { codec } });
