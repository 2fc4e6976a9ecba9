import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, listening } from './processes.js';
import { program } from './programs.js';
import type { Undo } from './undo.js';

export interface NginxOptions {
  /** For its configuration, log, pid and temporary files. */
  readonly folder: string;
  readonly port: number;
  /** Ports of the replicas on 127.0.0.1, which take turns. */
  readonly replicas: readonly number[];
}

/** Writes the configuration. What is inside `upstream` and `location` is what docs/operations.md shows, and says why. */
export function nginxConfig({ folder, port, replicas }: NginxOptions): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${folder}/${kind};`,
  );
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events {
  worker_connections 4096;
}
http {
  access_log off;
${temporary.join('\n')}
  upstream countersign {
${replicas.map((replica) => `    server 127.0.0.1:${replica} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 64;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    location = /mcp {
      proxy_pass http://countersign;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_next_upstream off;
      proxy_buffering off;
      proxy_read_timeout 60s;
      client_max_body_size 1m;
      client_body_buffer_size 1m;
    }
  }
}
`.trimStart();
}

/** Starts nginx in front of replicas. Throws, with what it logged, when it does not start. */
export async function startNginx(undo: Undo, options: NginxOptions): Promise<URL> {
  const { folder, port } = options;
  mkdirSync(folder, { recursive: true });
  const [file, log] = [join(folder, 'nginx.conf'), join(folder, 'error.log')];
  writeFileSync(file, nginxConfig(options));
  const child = spawn(program('nginx'), ['-p', folder, '-e', log, '-c', file], { stdio: 'ignore' });
  undo(() => end(child, 'SIGTERM'));
  try {
    await once(child, 'spawn');
    await listening(child, port, 'nginx');
  } catch (error) {
    throw new Error(`nginx did not start: ${readFileSync(log, 'utf8')}`, { cause: error });
  }
  return new URL(`http://127.0.0.1:${port}/mcp`);
}
