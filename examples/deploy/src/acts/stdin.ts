import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Person } from '../person.js';
import { PipeTransport } from '../pipe-transport.js';
import type { Act } from '../stage.js';

const SERVER = fileURLToPath(new URL('../stdio.js', import.meta.url));

/** The same classes for the client that starts the process (spec: basic/transports/stdio, Shutdown). */
export const stdin: Act = {
  title: 'Over stdio, and the end of stdin',
  async play({ check, wire, terminal }) {
    const child = spawn(process.execPath, [SERVER], { stdio: 'pipe' });
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => terminal.say(`stderr: ${text.trim()}`));
    try {
      const exited = once(child, 'exit');
      const bob = await Person.connect(new PipeTransport(child, wire));
      bob.says = () => ({ confirm: 'yes' });
      const done = await bob.call('tools/call', { name: 'deploy', arguments: { env: 'staging' } });
      check.equal('it asks and finishes', done.text, 'Deployed 42 to staging.');

      terminal.say('the client closes stdin, and sends no signal:');
      const closed = performance.now();
      await bob.close();
      const [code, signal] = await exited;
      terminal.say(`the process ended ${Math.round(performance.now() - closed)} ms later`);
      check.equal(
        'the server ends by itself, with exit code 0',
        { code, signal },
        { code: 0, signal: null },
      );
    } finally {
      child.kill('SIGKILL');
    }
  },
};
