import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { formatTranscript, play } from '../src/index.js';
import { CODECS, testServer } from './support/servers.js';

describe.each(CODECS)('a transcript, sealed by %s', (_, codec) => {
  const flow = async () => {
    const asked = await play(testServer().server)
      .codec(codec)
      .as('bob')
      .call('deploy', { env: 'staging' });
    return asked.after({ seconds: 90 }).answer({ confirm: { confirm: true } });
  };

  it('is the same data in every run, whatever the codec', async () => {
    expect((await flow()).transcript).toEqual([
      {
        round: 1,
        era: '2026',
        as: 'bob',
        afterMs: 0,
        sent: { method: 'tools/call', target: 'deploy', arguments: { env: 'staging' } },
        got: {
          status: 200,
          inputRequests: {
            confirm: {
              method: 'elicitation/create',
              params: {
                mode: 'form',
                message: 'Deploy 42 to staging?',
                requestedSchema: {
                  type: 'object',
                  properties: { confirm: { type: 'boolean' } },
                  required: ['confirm'],
                },
              },
            },
          },
          requestState: 'state 1',
        },
        events: ['round.asked confirm'],
      },
      {
        round: 2,
        era: '2026',
        as: 'bob',
        afterMs: 90_000,
        sent: {
          method: 'tools/call',
          target: 'deploy',
          arguments: { env: 'staging' },
          inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
          requestState: 'state 1',
        },
        got: {
          status: 200,
          result: { content: [{ type: 'text', text: 'Deployed 42 to staging.' }] },
        },
        events: ['answer.taken confirm', 'round.finished completed'],
      },
    ]);
  });

  it('prints for people', async () => {
    const printed = `round 1, as bob
  --> tools/call deploy {"env":"staging"}
  <-- asks confirm (form): Deploy 42 to staging? [state 1]
      round.asked confirm
round 2, as bob, 1.5 min later
  --> tools/call deploy {"env":"staging"} [state 1] answers {"confirm":{"action":"accept","content":{"confirm":true}}}
  <-- {"content":[{"type":"text","text":"Deployed 42 to staging."}]}
      answer.taken confirm
      round.finished completed`;
    const done = await flow();
    expect(formatTranscript(done.transcript)).toBe(printed);
    expect(String(done)).toBe(printed);
    expect(inspect(done)).toBe(`Flow {\n${printed}\n}`);
  });
});

describe('a printed transcript', () => {
  it('shows state-only rounds, other kinds of question, and errors', async () => {
    const { server } = testServer();
    const waiting = await play(server).call('sum', { numbers: [1, 2, 3] });
    expect(String(waiting)).toContain('<-- asks nothing: call again [state 1]');
    const survey = String(await play(server).call('survey'));
    expect(survey).toContain('asks pay (url): Pay first. https://pay.example/1');
    expect(survey).toContain('asks where (roots) [state 1]');
    expect(survey).toContain('asks summary (sample): Sum it up.');
    await expect(play(server).read('nope://x')).rejects.toThrow(
      /<-- error -32602 Resource not found \{"uri":"nope:\/\/x"\}/,
    );
  });

  it('shows what a component threw, which the wire does not', async () => {
    const broken = await play(testServer().server).allowErrors().call('broken');
    expect(broken.isError).toBe(true);
    expect(broken.text).not.toContain('disk');
    expect(String(broken)).toContain('error in run: RangeError: the disk is full');
  });
});
