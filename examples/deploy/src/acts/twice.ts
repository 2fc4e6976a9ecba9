import type { Act } from '../stage.js';
import { deployAsked, YES } from './deploy-asked.js';

/** What stateless serving does not promise. */
export const twice: Act = {
  title: 'The same state and answer, sent twice',
  async play(stage) {
    const { check, terminal } = stage;
    const { bob, state } = await deployAsked(stage);
    const answer = { requestState: state, inputResponses: YES };
    const [first, second] = [
      await bob.deploy('staging', answer),
      await bob.deploy('staging', answer),
    ];
    check.equal('the first is done', first.text, 'Deployed 42 to staging.');
    check.equal('the second is accepted again', second.text, 'Deployed 42 to staging.');
    terminal.say(
      'Every check holds for both: a client whose connection broke re-sends in good faith. Replicas that remember',
    );
    terminal.say(
      'nothing cannot tell the two apart, and single use would need a record that they share.',
    );
    const [one, two] = (await stage.happened()).deployed;
    check.that(
      'both runs had the same idempotency key, by which the release service can tell',
      one !== undefined && one.key === two?.key,
    );
  },
};
