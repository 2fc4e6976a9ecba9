import { accept } from '../person.js';
import type { Act } from '../stage.js';
import { deployAsked, YES } from './deploy-asked.js';

/** Only an answer to a question that the presented state asks counts. */
export const answers: Act = {
  title: 'Misuse: answers to questions that were not put',
  async play(stage) {
    const { check, terminal } = stage;
    const { bob, state } = await deployAsked(stage);

    terminal.say('an answer, and no state to show that anybody was asked:');
    const forged = await bob.deploy('staging', { inputResponses: YES });
    check.equal('it is asked', forged.asks, ['confirm']);

    terminal.say('the state, and no answer:');
    const silent = await bob.deploy('staging', { requestState: state });
    check.equal('it is asked again', silent.asks, ['confirm']);
    check.equal('nothing is deployed by either', (await stage.happened()).deployed, []);

    terminal.say(
      'prod has two questions; the ticket is answered first, and once more with another value:',
    );
    const asked = await bob.deploy('prod');
    check.equal('both leave together', asked.asks, ['confirm', 'ticket']);
    const settled = await bob.deploy('prod', {
      requestState: asked.state,
      inputResponses: { ticket: accept({ id: 'CHG-1' }) },
    });
    check.equal('one is settled, one is still open', settled.asks, ['confirm']);
    const again = { ...YES, ticket: accept({ id: 'CHG-666' }) };
    await bob.deploy('prod', { requestState: settled.state, inputResponses: again });
    const { events, deployed } = await stage.happened();
    check.that(
      'the second value is ignored',
      events.some((event) => event.type === 'answer.ignored' && event.step === 'ticket'),
    );
    check.equal(
      'prod gets build 42 under the ticket of the first',
      deployed.map(({ ticket }) => ticket),
      ['CHG-1'],
    );
  },
};
