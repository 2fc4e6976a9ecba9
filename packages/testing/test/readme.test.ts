import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Flow } from '../src/flow.js';
import { effects, formatTranscript, misuse, play, type Transcript } from '../src/index.js';
import { Play } from '../src/play.js';
import { Step } from '../src/step.js';
import { Files, server } from './readme/delete-file.js';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const README = read('../README.md');
const blocks = [...README.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code ?? '');
const nameOf = (block: string) => /^\/\/ (\S+)\n/.exec(block)?.[1] ?? 'a block without a name';

/** What people call, as the README writes it. */
const methodsOf = (type: { readonly prototype: object }) =>
  Object.getOwnPropertyNames(type.prototype).filter(
    (name) => name !== 'constructor' && name !== 'toString',
  );

describe('the README', () => {
  it.each(blocks.map((block) => [nameOf(block), block]))(
    'shows %s, which is compiled, as it is',
    (name, block) => {
      expect(block).toBe(read(`./readme/${name}`));
    },
  );

  it('shows every example there is', () => {
    const examples = readdirSync(new URL('./readme/', import.meta.url));
    expect(blocks.map(nameOf).sort()).toEqual(examples.sort());
  });

  it('proves a whole tool in under 20 lines', () => {
    const proof = blocks.find((block) => nameOf(block) === 'delete-file.test.ts');
    expect(proof?.trimEnd().split('\n').length).toBeLessThan(20);
  });

  it('shows what is printed, as it is printed', async () => {
    const [transcript, report] = [...README.matchAll(/^```text\n([\s\S]*?)^```/gm)].map(
      ([, text]) => text?.trimEnd(),
    );
    const quiet = play(server).override(Files).useValue({ delete: effects() });
    const asked = await quiet.as('bob').call('delete', { path: 'a.txt' });
    const stolen = await asked
      .as('alice')
      .answer({ confirm: true })
      .catch((error: { cause: { transcript: Transcript } }) => error.cause.transcript);
    expect(formatTranscript(stolen as Transcript)).toBe(transcript);
    expect(String(await misuse(asked))).toBe(report);
  });

  it('names all that can be done with a play, a flow and a step', () => {
    const named = new Set([...README.matchAll(/`\.?(\w+)(?:[(`<])/g)].map(([, name]) => name));
    for (const type of [Play, Flow, Step])
      expect(
        methodsOf(type).filter((name) => !named.has(name)),
        type.name,
      ).toEqual([]);
  });
});
