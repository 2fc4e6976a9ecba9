import type { Act } from '../stage.js';

/** All three kinds of request that may answer `input_required`. */
export const promptAndResource: Act = {
  title: 'A prompt and a resource that ask',
  async play(stage) {
    const { check, wire } = stage;
    const bob = await stage.person('bob');
    wire.take();
    bob.says = () => ({ focus: 'security' });
    const prompt = await bob.call('prompts/get', { name: 'review', arguments: { change: 'CS-7' } });
    check.equal(
      'the prompt has the answer in it',
      prompt.text,
      'Review CS-7. Look at security above all.',
    );
    bob.says = () => ({ confirm: 'yes' });
    const secret = await bob.call('resources/read', { uri: 'secret://signing-key' });
    check.equal('the resource shows itself after a yes', secret.text, 'the value of signing-key');
    const kinds = wire.take().replies.map(({ message }) => message.result?.resultType);
    check.equal('each was asked first', kinds, [
      'input_required',
      'complete',
      'input_required',
      'complete',
    ]);
    bob.says = () => 'decline';
    const no = await bob.call('resources/read', { uri: 'secret://signing-key' });
    check.equal('a no is a JSON-RPC error that names the step', no.error?.data, { step: 'reveal' });
  },
};
