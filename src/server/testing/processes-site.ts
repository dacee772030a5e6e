// The site of deploy/nginx-processes.conf for a test: the same lines, without TLS, on ports of this machine.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const example = path.resolve(import.meta.dirname, '../../../deploy/nginx-processes.conf');

/** `port`: nginx's own. `ports`: the processes'. `below`: the path that the page is below; empty: none. Returns what stands
 *  within nginx's `http { }`. */
export function processesSite(port: number, ports: readonly number[], below = ''): string {
  const servers = /^ {4}server 127\.0\.0\.1:8081( [^;]*);\n(?: {4}server .*\n)*/gm;
  return readFileSync(example, 'utf8')
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replace('    listen [::]:443 ssl;\n', '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate [^;]*;\s*ssl_certificate_key [^;]*;/, '')
    .replaceAll('location /', `location ${below}/`)
    .replace(servers, (_, rest: string) =>
      ports.map((at) => `    server 127.0.0.1:${at}${rest};\n`).join(''),
    );
}
