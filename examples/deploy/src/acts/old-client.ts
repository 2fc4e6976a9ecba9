import type { Act } from '../stage.js';

/** For a client of 2025 the server turns the round trip around: it asks, and the call stays open until it is answered. */
export const oldClient: Act = {
  title: 'A client of 2025: the same class, asking live over a session',
  async play(stage) {
    const { check, wire, terminal } = stage;
    wire.take();
    const bob = await stage.person('bob', 'sessions', '2025');
    check.equal(
      'it begins with a handshake',
      wire.take().requests[0]?.message.method,
      'initialize',
    );
    check.equal('both speak', bob.revision, '2025-11-25');
    check.that('the server keeps a session', bob.session !== undefined);
    bob.says = ({ message }) => {
      const content = message.includes('ticket') ? { id: 'CHG-1' } : { confirm: 'yes' };
      terminal.say(`bob is asked "${message}" and says ${JSON.stringify(content)}`);
      return content;
    };

    const done = await bob.call('tools/call', { name: 'deploy', arguments: { env: 'staging' } });
    const { requests, replies } = wire.take();
    const [call, answer] = requests.map(({ message }) => message);
    const [question, result] = replies.map(({ message }) => message);
    check.equal(
      'one call is sent, and the answer to a question',
      [call?.method, answer?.result?.action],
      ['tools/call', 'accept'],
    );
    check.equal('the question is a request of the server', question?.method, 'elicitation/create');
    check.that(`... that the answer names: id ${question?.id}`, answer?.id === question?.id);
    check.that(
      `the result is for the one call: id ${call?.id}`,
      result?.id === call?.id && result?.result !== undefined,
    );
    check.that(
      'no state is shown: it never leaves the server',
      !JSON.stringify([...requests, ...replies]).includes('requestState'),
    );
    check.equal('the call is finished', done.text, 'Deployed 42 to staging.');
    check.equal('... with one deployment', (await stage.happened()).deployed.length, 1);

    await bob.call('tools/call', { name: 'deploy', arguments: { env: 'prod' } });
    const { events, deployed } = await stage.happened();
    const asked = events.flatMap((event) =>
      event.type === 'round.asked' ? [event.asks.map(({ step }) => step)] : [],
    );
    check.equal('what prod has to ask leaves together here too', asked, [['confirm', 'ticket']]);
    const tickets = deployed.map(({ ticket }) => ticket);
    check.equal('... and the ticket is in the deployment', tickets, ['CHG-1']);
  },
};
