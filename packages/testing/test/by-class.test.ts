import { describe, expect, it } from 'vitest';
import { everyWay, play } from '../src/index.js';
import { Deploy, Review, Secret, Survey } from './support/components.js';
import { testServer } from './support/servers.js';

everyWay({ describe, it }, ({ play, it }) => {
  it('a component is called by its class as by its name', async () => {
    const bob = play(testServer().server).as('bob');
    const asked = await bob.call(Deploy, { env: 'staging' });
    expect(asked.asks.confirm.message).toBe('Deploy 42 to staging?');
    expect((await asked.decline('confirm')).isError).toBe(true);
    const prompt = await bob.get(Review, { file: 'a.ts' });
    expect((await prompt.answer({ tone: { tone: 'kind' } })).text).toBe('Review a.ts, kind.');
    const secret = await bob.read(Secret, { name: 'a b/c' });
    expect(secret.transcript[0]?.sent.target).toBe('secret://a%20b%2Fc');
    expect(secret.message).toBe('Show a b/c?');
    expect((await bob.call(Survey)).asks).toHaveProperty('where');
  });
});

describe('a class', () => {
  it('is one of the server, and of the kind that is asked for', async () => {
    const client = play(testServer({ components: [Deploy] }).server);
    await expect(client.call(Survey)).rejects.toThrow('Survey is no component of the server');
    await expect(client.get(Deploy, { env: 'prod' })).rejects.toThrow(
      'Deploy is a tool: use call(Deploy',
    );
    const all = play(testServer().server);
    await expect(all.read(Secret, {} as never)).rejects.toThrow('Secret needs a value of "name"');
  });
});
