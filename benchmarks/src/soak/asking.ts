import { type Answers, ask, Elicit, Roots, Sample, Tool } from '@countersign/core';
import { z } from 'zod';

// One tool for each kind of question. What can be built in a step is built there, anew in every round.

const raw = (field: string) => ({
  type: 'object',
  properties: { [field]: { type: 'string', minLength: 1, maxLength: 100 } },
  required: [field],
});
const built = () => z.object({ name: z.string().min(1).describe('A name'), size: z.int().max(9) });

@Tool({ name: 'raw', description: 'Asks by a JSON Schema.' })
class Raw {
  @Elicit() it() {
    return ask.form('Name?', raw('name'));
  }
  run(_: object, { it }: Answers<Raw>) {
    return `${it.name}`;
  }
}

@Tool({ name: 'zod', description: 'Asks by a zod object.' })
class Zod {
  @Elicit() it() {
    return ask.form('Name?', built());
  }
  run(_: object, { it }: Answers<Zod>) {
    return it.name;
  }
}

@Tool({ name: 'confirm', description: 'Asks for a yes.' })
class Confirm {
  @Elicit() it() {
    return ask.confirm('Sure?');
  }
  run(_: object, { it }: Answers<Confirm>) {
    return `${it}`;
  }
}

@Tool({ name: 'url', description: 'Sends a person to a page.' })
class Url {
  @Elicit() it() {
    return ask.url('Look.', 'https://example.com/');
  }
  run(_: object, { it }: Answers<Url>) {
    return `${it}`;
  }
}

@Tool({ name: 'sample', description: 'Asks the model.' })
class Sampling {
  @Sample() it() {
    return ask.sample({ messages: ['Write.'], maxTokens: 9 });
  }
  run(_: object, { it }: Answers<Sampling>) {
    return it.text;
  }
}

@Tool({ name: 'roots', description: 'Asks for the roots.' })
class Rooted {
  @Roots() it() {
    return ask.roots();
  }
  run(_: object, { it }: Answers<Rooted>) {
    return `${it.length}`;
  }
}

@Tool({ name: 'all', description: 'Asks several things at once.' })
class All {
  @Elicit() it() {
    return ask.all({ a: ask.form('A?', raw('name')), b: ask.form('B?', built()) });
  }
  run(_: object, { it }: Answers<All>) {
    return `${it.a.name} ${it.b.name}`;
  }
}

@Tool({
  name: 'other',
  description: 'Asks by another JSON Schema each time.',
  input: z.object({ field: z.string() }),
})
class Other {
  @Elicit() it({ field }: { field: string }) {
    return ask.form('Name?', raw(field));
  }
  run({ field }: { field: string }, { it }: Answers<Other>) {
    return `${it[field]}`;
  }
}

@Tool({ name: 'choose', description: 'Asks to choose from data.' })
class Choose {
  @Elicit() it() {
    return ask.choose('Which?', [
      { value: 'a', title: 'First' },
      { value: 'b', title: 'Second' },
    ]);
  }
  run(_: object, { it }: Answers<Choose>) {
    return `${it}`;
  }
}

@Tool({ name: 'each', description: 'Asks about each of a list, two at a time.' })
class Each {
  @Elicit() it() {
    return ask.each(['a', 'b'], (name) => ask.form(`${name}?`, built()), { batch: 2 });
  }
  run(_: object, { it }: Answers<Each>) {
    return `${it.a?.name} ${it.b?.name}`;
  }
}

@Tool({ name: 'check', description: 'Asks by a form that is checked in the step.' })
class Checked {
  @Elicit() it() {
    return ask.form('Name?', built(), {
      check: ({ name }) => (name === 'Ada' ? undefined : 'Only Ada may.'),
    });
  }
  run(_: object, { it }: Answers<Checked>) {
    return it.name;
  }
}

export const ASKING = [Raw, Zod, Confirm, Url, Sampling, Rooted, All, Choose, Each, Checked, Other];

const accept = (content?: object) => ({ action: 'accept', ...(content && { content }) });
const named = accept({ name: 'Ada' });
const sized = accept({ name: 'Ada', size: 3 });

/** What is sent with the state of each, over and over, and what the tool then says. */
export const ANSWERS: Readonly<Record<string, { readonly sent: object; readonly says: string }>> = {
  raw: { sent: { it: named }, says: 'Ada' },
  zod: { sent: { it: sized }, says: 'Ada' },
  confirm: { sent: { it: accept({ confirm: 'yes' }) }, says: 'true' },
  url: { sent: { it: accept() }, says: 'true' },
  sample: {
    sent: { it: { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } } },
    says: 'Hi',
  },
  roots: { sent: { it: { roots: [{ uri: 'file:///a' }] } }, says: '1' },
  all: { sent: { 'it.a': named, 'it.b': sized }, says: 'Ada Ada' },
  choose: { sent: { it: accept({ choice: 'b' }) }, says: 'b' },
  each: { sent: { 'it.a': sized, 'it.b': sized }, says: 'Ada Ada' },
  check: { sent: { it: sized }, says: 'Ada' },
};
