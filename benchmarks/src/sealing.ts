import { type Contestant, timed } from './interleave.js';

/** Anything that turns a value into a state and back. */
export interface Sealing<P> {
  readonly name: string;
  mint(payload: P): Promise<string>;
  verify(state: string): Promise<P>;
}

/** What is sealed: JSON of about as many bytes as the table says. */
export interface Payload {
  readonly step: string;
  readonly note: string;
}

/** Makes a payload of exactly `bytes` bytes of JSON. */
export function payloadOf(bytes: number): Payload {
  const empty: Payload = { step: 'confirm', note: '' };
  return { ...empty, note: 'n'.repeat(bytes - JSON.stringify(empty).length) };
}

/** Makes a contestant of a sealing: mint and verify, one in flight. Throws when it does not return what it was given. */
export async function sealingContestant<P>(sealing: Sealing<P>, payload: P): Promise<Contestant> {
  const { name } = sealing;
  const back = await sealing.verify(await sealing.mint(payload));
  if (JSON.stringify(back) !== JSON.stringify(payload))
    throw new Error(`${name}: what came back is not what was sealed`);
  await refusesEdits(sealing, await sealing.mint(payload));
  return {
    name,
    least: 20,
    run: (times) =>
      timed(async () => {
        for (let at = 0; at < times; at++) await sealing.verify(await sealing.mint(payload));
      }),
  };
}

/** A sealing that checks nothing would be the fastest of all. */
async function refusesEdits<P>(sealing: Sealing<P>, state: string): Promise<void> {
  const at = state.length >> 1;
  const edited = `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`;
  const accepted = await sealing.verify(edited).then(
    () => true,
    () => false,
  );
  if (accepted) throw new Error(`${sealing.name}: an edited state was accepted`);
}
