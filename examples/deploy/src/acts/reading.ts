import type { Act } from '../stage.js';
import { deployAsked, refused, YES } from './deploy-asked.js';

const KEY_ID = 8;
const TAG = 32;
/** What the state says: for which server it is, which steps there are and what `build` found. */
const WORDS = ['releases.production', 'build', 'confirm', '"id":42'];

/** What somebody sees who holds a state and has no key. */
export const reading: Act = {
  title: 'What a reader of the state sees',
  async play(stage) {
    const { check, terminal, codec } = stage;
    const { bob, state } = await deployAsked(stage);
    const [tag, body = ''] = state.split('.');
    const bytes = Buffer.from(body, 'base64url');
    const readable = WORDS.filter((word) => bytes.includes(word));

    if (codec === 'aead') {
      terminal.say(
        `${bytes.length} bytes: key id ${bytes.toString('hex', 0, KEY_ID)}, then ${bytes.toString('hex', KEY_ID, KEY_ID + 40)} ...`,
      );
      check.equal('sealed with XChaCha20-Poly1305, codec', tag, 'x1');
      check.equal('... it says nothing', readable, []);
      return;
    }
    const text = bytes.toString('utf8', KEY_ID, bytes.length - TAG);
    terminal.say(text);
    check.equal('authenticated with HMAC-SHA256, codec', tag, 'h1');
    check.equal('... it can be read', readable, WORDS);
    check.that(
      '... but not for whom it is: of the principal there is a salted hash',
      !text.includes('bob'),
    );

    terminal.say('what can be read can be changed: build 42 becomes 43');
    const changed = Buffer.from(bytes.toString('latin1').replace('"id":42', '"id":43'), 'latin1');
    const reply = await bob.deploy('staging', {
      requestState: `${tag}.${changed.toString('base64url')}`,
      inputResponses: YES,
    });
    await refused(stage, reply, 'unauthentic', 'but not sealed again');
  },
};
