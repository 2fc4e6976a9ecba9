import type { ServerEvent } from '@countersign/core';
import type { Checks } from './checks.js';
import { Files } from './files.js';
import { DECLINE, NO, Person, YES } from './person.js';
import { fileServer } from './server.js';

const ERAS = [
  ['A modern client', 'auto', '2026-07-28'],
  ['A 2025 client', 'legacy', '2025-11-25'],
] as const;

/** What the acts share: some files, a server that can delete them, and someone who calls it. */
interface Scene {
  readonly check: Checks;
  readonly files: Files;
  readonly person: Person;
  /** Codes of the states that were refused; the wire does not tell them. */
  readonly refused: string[];
}

/** Both handlers in both eras, and what somebody might send in place of an answer. */
export async function story(check: Checks): Promise<void> {
  for (const [who, mode, revision] of ERAS) {
    check.say(`${who}: both handlers`);
    await played(check, mode, async (scene) => {
      check.equal('it speaks', scene.person.revision, revision);
      await confirmed(scene);
      await remembered(scene);
    });
  }
  check.say('An answer sent along with the first call, where nobody was asked');
  await played(check, 'auto', forged);
  await played(check, 'legacy', forgedIn2025);
  check.say('A state that was edited, or is another call’s');
  await played(check, 'auto', misused);
}

async function played(
  check: Checks,
  mode: 'auto' | 'legacy',
  act: (scene: Scene) => Promise<void>,
): Promise<void> {
  const files = new Files('a.log', 'b.log', 'c.txt', 'd.txt');
  const refused: string[] = [];
  const server = fileServer(
    files,
    (event: ServerEvent) => event.type === 'state.refused' && refused.push(event.code),
  );
  const person = await Person.connect((await server.listen()).url, mode);
  await act({ check, files, person, refused });
  await person.close();
  await server.close();
}

async function confirmed({ check, files, person }: Scene): Promise<void> {
  for (const answer of [DECLINE, NO]) {
    const { text } = await person.call('delete-file', { path: 'c.txt' }, answer);
    check.equal(
      `asked "${person.asked}", ${answer === NO ? '"no"' : 'a refusal'}`,
      text,
      'Nothing was deleted.',
    );
  }
  check.that('... and the file is there', files.all.includes('c.txt'));
  const { text } = await person.call('delete-file', { path: 'c.txt' }, YES);
  check.equal(`asked "${person.asked}", "yes"`, text, 'Deleted c.txt.');
  check.that('... and the file is gone', !files.all.includes('c.txt'));
}

async function remembered({ check, files, person }: Scene): Promise<void> {
  const meanwhile = () => {
    files.add('new.log');
    return YES;
  };
  const { text } = await person.call('delete-matching', { suffix: '.log' }, meanwhile);
  check.equal(
    `asked "${person.asked}", "yes" while another appears`,
    text,
    'Deleted a.log, b.log.',
  );
  check.equal('... and the one that was not on the list is there', files.all, ['d.txt', 'new.log']);
}

async function forged({ check, files, person }: Scene): Promise<void> {
  const before = files.all;
  const args = { path: 'c.txt' };
  const asked = await person.round('delete-file', args, { inputResponses: { confirm: YES } });
  check.equal('modern: it is a first call, and asks', Object.keys(asked.inputRequests ?? {}), [
    'confirm',
  ]);
  const matching = await person.round(
    'delete-matching',
    { suffix: '.log' },
    { inputResponses: { confirm: YES } },
  );
  check.equal('... the handler with state asks too', Object.keys(matching.inputRequests ?? {}), [
    'confirm',
  ]);
  check.equal('... and nothing is deleted', files.all, before);
  const done = await person.round('delete-file', args, {
    inputResponses: { confirm: YES },
    requestState: asked.requestState,
  });
  check.equal(
    'the same answer, with the state that shows it was asked for',
    done.text,
    'Deleted c.txt.',
  );
}

async function forgedIn2025({ check, files, person }: Scene): Promise<void> {
  const before = files.all;
  const { text } = await person.call('delete-file', { path: 'c.txt' }, DECLINE, {
    inputResponses: { confirm: YES },
  });
  check.equal('2025: an answer is in the params', person.sentAhead, { confirm: YES });
  check.equal('... the person is asked all the same', person.asked, ['Delete c.txt?']);
  check.equal('... and what they say counts', text, 'Nothing was deleted.');
  check.equal('... and nothing is deleted', files.all, before);
}

async function misused({ check, files, person, refused }: Scene): Promise<void> {
  const before = files.all;
  const { requestState = '' } = await person.round('delete-matching', { suffix: '.log' });
  const middle = requestState.length >> 1;
  const edited = `${requestState.slice(0, middle)}${requestState[middle] === 'A' ? 'B' : 'A'}${requestState.slice(middle + 1)}`;
  const yes = { inputResponses: { confirm: YES } };
  const replies = [
    await person.round('delete-matching', { suffix: '.log' }, { ...yes, requestState: edited }),
    await person.round('delete-matching', { suffix: '.txt' }, { ...yes, requestState }),
    await person.round('delete-file', { path: 'd.txt' }, { ...yes, requestState }),
  ];
  check.equal('stopped as', refused, ['unauthentic', 'request', 'request']);
  const told = replies.map(({ error }) => `${error?.code} ${error?.message}`);
  check.equal(
    '... which the client is not told',
    [...new Set(told)],
    ['-32602 Invalid or expired requestState'],
  );
  check.equal('... and nothing is deleted', files.all, before);
  const done = await person.round('delete-matching', { suffix: '.log' }, { ...yes, requestState });
  check.equal('the state as it was, for the call it was', done.text, 'Deleted a.log, b.log.');
}
