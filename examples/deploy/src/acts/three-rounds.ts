import type { Act } from '../stage.js';

/** Questions that read answers: every round settles one and asks the next, on whichever replica it lands. */
export const threeRounds: Act = {
  title: 'Compute, elicit, sample, ask.all: one call in three rounds',
  async play(stage) {
    const { check, wire, terminal } = stage;
    const bob = await stage.person('bob');
    bob.writes = 'Faster, and darker.';
    bob.says = ({ message }) => {
      const content = message.includes('Who reads')
        ? { readers: 'users' }
        : { keep: message.includes('Dark mode') };
      terminal.say(`bob is asked: ${message}  ${JSON.stringify(content)}`);
      return content;
    };
    wire.take();
    const done = await bob.call('tools/call', { name: 'release-notes', arguments: {} });

    const { requests, replies } = wire.take();
    const rounds = replies.map(({ message }) =>
      Object.keys(message.result?.inputRequests ?? {}).join(' '),
    );
    check.equal('each round asks what the last one made possible', rounds, [
      'audience',
      'opening',
      'keep.CS-7 keep.CS-9',
      '',
    ]);
    const newest = requests.map(({ message }) =>
      Object.keys(message.params?.inputResponses ?? {}).join(' '),
    );
    check.equal('a request carries the newest answers only; the others are in the state', newest, [
      '',
      ...rounds.slice(0, 3),
    ]);
    check.equal(
      'the notes say what was kept',
      done.text,
      'Faster, and darker.\n- Dark mode (CS-9)',
    );
  },
};
