import type { Act } from '../stage.js';

/** Each request of 2025 on its own, on any replica: work in rounds still finishes, and a question says why it cannot be put. */
export const oldClientStateless: Act = {
  title: 'A client of 2025 without sessions: the long sum in one request, and no questions',
  async play(stage) {
    const { check, wire, terminal } = stage;
    const bob = await stage.person('bob', 'production', '2025');
    check.equal('it speaks', bob.revision, '2025-11-25');
    check.that('no session is kept', bob.session === undefined);
    wire.take();
    const sizes = Array.from({ length: 3000 }, (_, at) => at + 1);
    const began = performance.now();
    const done = await bob.call('tools/call', { name: 'artifact-size', arguments: { sizes } });
    terminal.say(
      `${Math.round(performance.now() - began)} ms later, the rounds paced by the server:`,
    );
    check.equal('the sum is right, in three rounds', done.result.structuredContent, {
      total: 4_501_500,
      rounds: 3,
    });
    const { requests, replies } = wire.take();
    check.equal('... of one request and its answer', [requests.length, replies.length], [1, 1]);
    const again = (await stage.happened()).events.filter(({ type }) => type === 'round.again');
    check.equal('... the other two on the server', again.length, 2);

    bob.says = () => ({ confirm: 'yes' });
    const asking = await bob.call('tools/call', { name: 'deploy', arguments: { env: 'staging' } });
    check.that(
      `a question fails at once: ${asking.text}`,
      asking.isError && asking.text.includes('sessions: false'),
    );
    check.equal('... before anybody is asked', wire.take().replies.length, 1);
    check.equal('... and nothing is deployed', (await stage.happened()).deployed, []);
  },
};
