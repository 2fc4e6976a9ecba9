import type { Act } from '../stage.js';
import { YES } from './deploy-asked.js';

/** What somebody could try who speaks 2025: there is no state to steal, but there is a session. */
export const oldClientMisuse: Act = {
  title: 'Misuse: an answer ahead of its question, and a session of somebody else',
  async play(stage) {
    const { check, wire, terminal } = stage;
    const bob = await stage.person('bob', 'sessions', '2025');
    wire.take();

    terminal.say(
      'a yes in the params of the call, where 2026 would look for it; bob, asked, declines:',
    );
    bob.says = () => 'decline';
    const ahead = await bob.call('tools/call', {
      name: 'deploy',
      arguments: { env: 'staging' },
      inputResponses: YES,
    });
    check.equal('the yes did cross', wire.take().requests[0]?.message.params?.inputResponses, YES);
    check.that(
      `bob's no counts: ${ahead.text}`,
      ahead.isError && ahead.text === 'The user declined "confirm".',
    );
    check.equal('nothing is deployed', (await stage.happened()).deployed, []);

    terminal.say(`bob's session id, sent by bob and by alice:`);
    const ping = async (who: string) => {
      const response = await fetch(stage.url('sessions'), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await stage.token(who)}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-session-id': bob.session ?? '',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: `ping of ${who}`, method: 'ping' }),
      });
      await response.text();
      return response.status;
    };
    check.equal('it is there for bob', await ping('bob'), 200);
    check.equal('... and for alice there is none', await ping('alice'), 404);
  },
};
