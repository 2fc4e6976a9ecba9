import type { Act } from '../stage.js';
import { deployAsked, refused, YES } from './deploy-asked.js';

/** A yes to one thing is no yes to another. */
export const otherCall: Act = {
  title: 'Misuse: the yes to staging is spent on prod',
  async play(stage) {
    const { bob, state } = await deployAsked(stage);
    await refused(
      stage,
      await bob.deploy('prod', { requestState: state, inputResponses: YES }),
      'request',
      'same tool, other arguments',
    );
    const notes = {
      name: 'release-notes',
      arguments: { env: 'staging' },
      requestState: state,
      inputResponses: YES,
    };
    await refused(
      stage,
      await bob.round('tools/call', notes),
      'request',
      'same arguments, other tool',
    );
  },
};
