import type { Act } from '../stage.js';

/** The whole idea in four lines on the wire. */
export const roundTrip: Act = {
  title: 'A question on one replica, its answer on the other',
  async play(stage) {
    const { check, wire, terminal } = stage;
    const bob = await stage.person('bob');
    bob.says = ({ message }) => {
      terminal.say(`bob is asked "${message}" and says yes`);
      return { confirm: 'yes' };
    };
    wire.take();
    const done = await bob.call('tools/call', { name: 'deploy', arguments: { env: 'staging' } });

    const { requests, replies } = wire.take();
    const [first, retry] = requests.map(({ message }) => message);
    const [asked, finished] = replies;
    check.equal(
      'the first answer is a question',
      asked?.message.result?.resultType,
      'input_required',
    );
    check.equal(
      '... under the name of its method',
      Object.keys(asked?.message.result?.inputRequests ?? {}),
      ['confirm'],
    );
    check.that(
      `the retry is a request of its own: id ${first?.id}, then ${retry?.id}`,
      first?.id !== retry?.id,
    );
    check.equal('... with the answer', retry?.params?.inputResponses, {
      confirm: { action: 'accept', content: { confirm: 'yes' } },
    });
    const state = asked?.message.result?.requestState;
    check.that(
      `... and the state, all ${state?.length} bytes of it`,
      state !== undefined && retry?.params?.requestState === state,
    );
    check.that(
      `${asked?.who} asked, ${finished?.who} finished: nothing was kept in between`,
      asked?.who !== finished?.who,
    );
    check.equal('the call is finished', done.text, 'Deployed 42 to staging.');
    const { deployed } = await stage.happened();
    check.that('... with one deployment', deployed.length === 1);
  },
};
