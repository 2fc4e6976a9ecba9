import { type Answers, ask, Compute, Elicit, form, Sample, Tool } from '@countersign/core';
import { z } from 'zod';
import { Releases } from './releases.js';

const Readers = form(z.object({ readers: z.enum(['users', 'operators']) }));
const Keep = form(z.object({ keep: z.boolean() }));

/** Three rounds, because each question reads the answer before it: a person, then the client's model, then a person again. */
@Tool({
  name: 'release-notes',
  description: 'Writes the notes of the latest build, with a person choosing what they say.',
})
export class ReleaseNotes {
  constructor(private readonly releases: Releases) {}

  @Compute({ readable: true })
  changes() {
    return this.releases.changes();
  }

  @Elicit()
  audience(_: object, { changes }: Answers<ReleaseNotes, 'changes'>) {
    return ask.form(`${changes.length} changes. Who reads the notes?`, Readers);
  }

  @Sample()
  opening(_: object, { changes, audience }: Answers<ReleaseNotes, 'changes' | 'audience'>) {
    const titles = changes.map(({ title }) => title).join(', ');
    return ask.sample({
      messages: [`One sentence for ${audience.readers}, about: ${titles}`],
      maxTokens: 100,
    });
  }

  // One question for each change, each under a key of its own: `keep.CS-7`, `keep.CS-9`.
  @Elicit()
  keep(_: object, { changes, opening }: Answers<ReleaseNotes, 'changes' | 'opening'>) {
    return ask.all(
      Object.fromEntries(
        changes.map(({ id, title }) => [id, ask.form(`"${opening.text}" Keep ${title}?`, Keep)]),
      ),
    );
  }

  run(_: object, { changes, opening, keep }: Answers<ReleaseNotes>) {
    const kept = changes
      .filter(({ id }) => keep[id]?.keep)
      .map(({ id, title }) => `- ${title} (${id})`);
    return [opening.text, ...kept].join('\n');
  }
}
