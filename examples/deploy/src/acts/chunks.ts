import type { Act } from '../stage.js';

/** `again(carry)`: work in pieces, each a request of its own, with the interim sum sealed in the state. */
export const chunks: Act = {
  title: 'A long sum in chunks: a state, and no question',
  async play(stage) {
    const { check, wire } = stage;
    const bob = await stage.person('bob');
    wire.take();
    const sizes = Array.from({ length: 3000 }, (_, at) => at + 1);
    const done = await bob.call('tools/call', { name: 'artifact-size', arguments: { sizes } });

    const { replies } = wire.take();
    const interim = replies.slice(0, -1).map(({ message }) => message.result ?? {});
    check.equal('three chunks, so two interim results', interim.length, 2);
    check.that(
      '... that ask nothing',
      interim.every((result) => result.requestState !== undefined && !('inputRequests' in result)),
    );
    check.that('... from both replicas', replies[0]?.who !== replies[1]?.who);
    check.equal('the sum is right', done.result.structuredContent, { total: 4_501_500, rounds: 3 });
  },
};
