import { setTimeout as sleep } from 'node:timers/promises';
import type { Act } from '../stage.js';
import { deployAsked, refused, YES } from './deploy-asked.js';

/** Asking the person again is better than acting on what they said to an older world. */
export const late: Act = {
  title: 'Misuse: the state is presented after its expiry',
  async play(stage) {
    const { bob, state } = await deployAsked(stage, 'staging');
    const answer = { requestState: state, inputResponses: YES };
    const inTime = await bob.deploy('staging', answer);
    stage.check.equal('in time it is good', inTime.text, 'Deployed 42 to staging.');
    await stage.happened();
    stage.terminal.say('two seconds later ...');
    await sleep(2050);
    await refused(
      stage,
      await bob.deploy('staging', answer),
      'expired',
      'states of staging live two seconds',
    );
  },
};
