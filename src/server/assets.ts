// The built page in memory: read once, when the server starts, so that a page which is open finds its parts until the
// server starts again, and no request touches the disk. Source maps and hidden files are not served, nor what a link leads
// to outside of the folder.
import { createHash } from 'node:crypto';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Asset {
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string;
  /** CSP sources of the page's inline scripts; empty for other files. */
  readonly inlineScripts: readonly string[];
  /** Each encoding is made once, when it is first asked for; the build may have left one beside the file. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/** Files by their path in the folder, with slashes. */
export type Assets = ReadonlyMap<string, Asset>;

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wgsl': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const unserved = /\.(map|br)$/;

/** None when there is no such folder. */
export async function readAssets(root: string): Promise<Assets> {
  const assets = new Map<string, Asset>();
  const realRoot = await realpath(root).catch(() => undefined);
  if (realRoot === undefined) return assets;
  const names = await readdir(realRoot, { recursive: true });
  for (const name of names) {
    const parts = name.split(path.sep);
    if (unserved.test(name) || parts.some((part) => part.startsWith('.'))) continue;
    const file = await realpath(path.join(realRoot, name)).catch(() => '');
    if (!file.startsWith(realRoot + path.sep)) continue;
    const body = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EISDIR') throw error;
    });
    if (!body) continue;
    const asset = assetOf(file, body);
    const built = await readFile(`${file}.br`).catch(() => undefined);
    if (built) asset.encoded.set('br', Promise.resolve(built));
    assets.set(parts.join('/'), asset);
  }
  return assets;
}

export function assetOf(file: string, body: Buffer): Asset {
  const type = mimeTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return {
    body,
    type,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    inlineScripts: type.startsWith('text/html') ? hashInlineScripts(body.toString('utf8')) : [],
    encoded: new Map(),
  };
}

function hashInlineScripts(html: string): readonly string[] {
  return [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/gi)].map(
    ([, body]) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  );
}
