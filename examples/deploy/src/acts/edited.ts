import type { Act } from '../stage.js';
import { deployAsked, refused, YES } from './deploy-asked.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same state with the lowest bit of one character turned over. */
function turned(state: string, at: number): string {
  const other = ALPHABET[ALPHABET.indexOf(state.charAt(at)) ^ 1] ?? '';
  return state.slice(0, at) + other + state.slice(at + 1);
}

const bytesOf = (state: string) => Buffer.from(state.slice(state.indexOf('.') + 1), 'base64url');

/** A seal that covers every bit, and one spelling for every seal. */
export const edited: Act = {
  title: 'Misuse: the state is edited',
  async play(stage) {
    const { terminal } = stage;
    const { bob, state } = await deployAsked(stage);
    const attempt = (requestState: string) =>
      bob.deploy('staging', { requestState, inputResponses: YES });

    await refused(
      stage,
      await attempt(turned(state, state.length >> 1)),
      'unauthentic',
      'one bit in the middle',
    );

    // The last character of base64 may carry bits of no byte: a lenient decoder takes several spellings for one state.
    const last = turned(state, state.length - 1);
    const spelling = bytesOf(state).equals(bytesOf(last));
    if (spelling)
      terminal.say('the last character: Buffer.from() reads the same bytes from both spellings');
    await refused(
      stage,
      await attempt(last),
      spelling ? 'malformed' : 'unauthentic',
      'one bit in the very last character',
    );
    await refused(stage, await attempt(`${state}=`), 'malformed', 'one character more');
  },
};
