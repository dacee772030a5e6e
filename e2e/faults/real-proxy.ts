// nginx and Caddy as they run in front of a server, in a folder of their own.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export type ProxyProgram = 'nginx' | 'caddy';

/** `site`: nginx's server blocks, or a whole Caddyfile. The returned function ends it. */
export function startProxy(program: ProxyProgram, folder: string, site: string): () => Promise<void> {
  if (spawnSync(program, ['version']).error)
    throw new Error(`${program} is missing: on Debian, apt-get install nginx caddy`);
  const file = path.join(folder, program === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  writeFileSync(
    file,
    program === 'nginx'
      ? `daemon off; user root; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary}\n${site}\n}\n`
      : site,
  );
  const args = program === 'nginx' ? ['-c', file] : ['run', '--adapter', 'caddyfile', '--config', file];
  const proxy = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOME: folder },
  });
  return async () => {
    const gone = new Promise((resolve) => proxy.once('exit', resolve));
    proxy.kill('SIGTERM');
    await gone;
  };
}
