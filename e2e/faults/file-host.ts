// A host of plain files, such as a school's web space or GitHub Pages: no headers of ours, no routes, no rooms.
import { readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export interface Site {
  readonly port: number;
  close(): void;
}

export async function serve(listener: RequestListener): Promise<Site> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

export interface FileHost {
  readonly folder: string;
  /** The path that the folder is at: '/lockstep', or ''. */
  readonly below: string;
  /** The answer of the host for a path that is no file. */
  readonly otherwise: '404.html' | 'its own page' | 'index.html with 200';
}

/** Folders get their slash by a redirect. */
export const plainFiles =
  ({ folder, below, otherwise }: FileHost): RequestListener =>
  (request, response) => {
    const { pathname } = new URL(request.url!, 'http://host');
    const send = (status: number, file: string): void => {
      response.writeHead(status, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' });
      response.end(readFileSync(file));
    };
    if (pathname === below || pathname.startsWith(`${below}/`)) {
      const file = path.join(folder, pathname.slice(below.length));
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat?.isFile()) return send(200, file);
      const index = path.join(file, 'index.html');
      if (stat?.isDirectory() && statSync(index, { throwIfNoEntry: false })) {
        if (pathname.endsWith('/')) return send(200, index);
        response.writeHead(301, { Location: `${pathname}/` }).end();
        return;
      }
      if (otherwise === '404.html') return send(404, path.join(folder, '404.html'));
      if (otherwise === 'index.html with 200') return send(200, path.join(folder, 'index.html'));
    }
    response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
  };
