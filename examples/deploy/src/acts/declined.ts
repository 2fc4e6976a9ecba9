import type { Act } from '../stage.js';
import { deployAsked } from './deploy-asked.js';

/** No is an answer, whatever comes with it. */
export const declined: Act = {
  title: 'A person declines',
  async play(stage) {
    const { bob, state } = await deployAsked(stage);
    const no = { confirm: { action: 'decline', content: { confirm: 'yes' } } };
    const reply = await bob.deploy('staging', { requestState: state, inputResponses: no });
    stage.check.that(
      `the call ends: ${reply.text}`,
      reply.isError && reply.text === 'The user declined "confirm".',
    );
    const { events, deployed } = await stage.happened();
    stage.check.that(
      'the content that came with the no is not looked at',
      events.some(({ type }) => type === 'answer.declined'),
    );
    stage.check.equal('nothing is deployed', deployed, []);
  },
};
