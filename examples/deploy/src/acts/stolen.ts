import type { Act } from '../stage.js';
import { deployAsked, refused, YES } from './deploy-asked.js';

/** A good state in the wrong hands, and in the right hands at the wrong door. */
export const stolen: Act = {
  title: 'Misuse: the state is presented by another person, and to another server',
  async play(stage) {
    const { state } = await deployAsked(stage);
    const alice = await stage.person('alice');
    await refused(
      stage,
      await alice.deploy('staging', { requestState: state, inputResponses: YES }),
      'principal',
      "alice has bob's state",
    );

    stage.terminal.say('the replicas of staging have the same key');
    const bob = await stage.person('bob', 'staging');
    await refused(
      stage,
      await bob.deploy('staging', { requestState: state, inputResponses: YES }),
      'audience',
      'bob, on another service',
    );
  },
};
