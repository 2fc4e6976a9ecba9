import type { Act } from '../stage.js';

/** Finding out what the server speaks, and who may speak to it. */
export const probe: Act = {
  title: 'The client asks which revision the server speaks; the server asks who is there',
  async play(stage) {
    const { check, wire } = stage;
    wire.take();
    const bob = await stage.person('bob');
    const { requests, replies } = wire.take();
    check.equal('the first request is the probe', requests[0]?.message.method, 'server/discover');
    check.equal('both speak', bob.revision, '2026-07-28');
    check.that(
      'no session, no handshake: one request and its answer',
      requests.length === 1 && replies.length === 1,
    );

    const nobody = await fetch(stage.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await nobody.text();
    check.equal('without a token', nobody.status, 401);
    check.that(
      '... with a challenge',
      nobody.headers.get('www-authenticate')?.startsWith('Bearer ') === true,
    );
  },
};
