// The built page over HTTP: files of one folder and nothing else, and the page itself for every route. Browsers may keep
// hashed assets for good; text is compressed once. Paths hold room codes and fragments hold keys, so no referrer is sent.
import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { dataHosts } from '../base/data-hosts';
import type { ServerConfig } from '../net/room/server-config';
import { hostOf, isSecure, type OriginRules } from './origin';

export interface HttpOptions {
  /** The folder that vite built. */
  readonly root: string;
  /** The document of a route, inside of `root`; index.html by default. */
  readonly documentOf?: (pathname: string) => string;
  readonly origin: OriginRules;
  readonly configFor: (request: IncomingMessage) => ServerConfig;
  readonly health: () => object;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

type Encoding = 'br' | 'gzip' | 'identity';

interface Asset {
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string;
  /** CSP sources of the page's inline scripts; empty for other files. */
  readonly inlineScripts: readonly string[];
  /** Each encoding is made once, when it is first asked for; the build may have left one beside the file. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
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
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
/** Compression saves nothing below one network packet. */
const minCompressedBytes = 1024;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export function createHttpHandler(options: HttpOptions): RequestListener {
  const assets = new Map<string, { readonly stamp: string; readonly asset: Asset }>();

  const load = async (file: string): Promise<Asset | undefined> => {
    const facts = await stat(file).catch(() => undefined);
    if (!facts?.isFile()) return undefined;
    const stamp = `${facts.size.toString(36)}-${Math.trunc(facts.mtimeMs).toString(36)}`;
    const known = assets.get(file);
    if (known?.stamp === stamp) return known.asset;
    const body = await readFile(file);
    const type = mimeTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    const inlineScripts = type.startsWith('text/html') ? hashInlineScripts(body.toString('utf8')) : [];
    const built = await readFile(`${file}.br`).catch(() => undefined);
    const encoded: Asset['encoded'] = new Map();
    if (built) encoded.set('br', Promise.resolve(built));
    const asset: Asset = { body, type, etag: `W/"${stamp}"`, inlineScripts, encoded };
    assets.set(file, { stamp, asset });
    return asset;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pathname = pathOf(request.url ?? '');
    const isTls = isSecure(request, options.origin);
    const host = hostOf(request, options.origin);
    for (const [name, value] of securityHeaders(host, isTls, [])) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      response.setHeader('Connection', 'close'); // its body is not read
      return text(response, 405, 'only GET and HEAD');
    }
    if (pathname === undefined) return text(response, 400, 'not a path');
    if (pathname === '/healthz') return json(response, options.health());
    if (pathname === '/config.json') return json(response, options.configFor(request));

    // Chats take the point after a link for a part of it.
    const isRoute =
      (path.posix.extname(pathname).length < 2 || pathname.startsWith('/r/')) &&
      !pathname.startsWith('/assets/');
    const wanted = isRoute ? (options.documentOf?.(pathname) ?? 'index.html') : pathname.slice(1);
    const file = await insideRoot(options.root, wanted);
    const asset = file && (await load(file));
    if (!asset)
      return text(response, 404, isRoute ? 'the page is not built yet: run `npm run build`' : 'not found');
    for (const [name, value] of securityHeaders(host, isTls, asset.inlineScripts))
      response.setHeader(name, value);
    const isHashed = pathname.startsWith('/assets/') && /[-.][A-Za-z0-9_-]{8,}\.\w+(\.map)?$/.test(pathname);
    response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    await send(request, response, asset);
  };

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      options.report(error);
      if (!response.headersSent) text(response, 500, 'the server made a mistake');
      else response.destroy();
    });
  };
}

async function send(request: IncomingMessage, response: ServerResponse, asset: Asset): Promise<void> {
  response.setHeader('ETag', asset.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (isNamed(asset.etag, request.headers['if-none-match'])) {
    response.writeHead(304).end();
    return;
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'], asset);
  const made = asset.encoded.get(encoding) ?? encode(asset.body, encoding);
  asset.encoded.set(encoding, made);
  const body = await made;
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', asset.type);
  response.setHeader('Content-Length', body.byteLength);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
}

const isNamed = (etag: string, header = ''): boolean => header.split(',').some((one) => one.trim() === etag);

function chooseEncoding(accepted: string | string[] | undefined, asset: Asset): Encoding {
  if (asset.body.byteLength < minCompressedBytes || !compressible.test(asset.type)) return 'identity';
  const offers = acceptedEncodings(String(accepted ?? ''));
  return offers.includes('br') ? 'br' : offers.includes('gzip') ? 'gzip' : 'identity';
}

/** The names in an Accept-Encoding, without those of quality 0. Linear in its length (R24). */
export function acceptedEncodings(header: string): readonly string[] {
  return header
    .split(',')
    .map((offer) => offer.split(';', 2).map((part) => part.trim()))
    .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
    .map(([name]) => name);
}

async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br': // 9 of 11: the last two levels take ten times as long for a few per cent
      return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    case 'gzip':
      return gzipped(body, { level: 9 });
    case 'identity':
      return body;
    default:
      return encoding satisfies never;
  }
}

/** The decoded path of a request target; undefined for anything but a plain path. */
function pathOf(target: string): string | undefined {
  if (!target.startsWith('/')) return undefined;
  let pathname: string;
  try {
    pathname = decodeURIComponent(target.split(/[?#]/, 1)[0]);
  } catch {
    return undefined;
  }
  const isPlain = !/[\p{Cc}\\]/u.test(pathname) && pathname.split('/').every((part) => !part.startsWith('.'));
  return isPlain ? pathname : undefined;
}

/** The real file under `root`; undefined when it does not exist or a link leads out of it. */
async function insideRoot(root: string, relative: string): Promise<string | undefined> {
  try {
    const realRoot = await realpath(root);
    const file = await realpath(path.join(realRoot, relative));
    return file.startsWith(realRoot + path.sep) ? file : undefined;
  } catch {
    return undefined; // no such file
  }
}

function hashInlineScripts(html: string): readonly string[] {
  return [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/gi)].map(
    ([, body]) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  );
}

function securityHeaders(
  host: string | undefined,
  isTls: boolean,
  inlineScripts: readonly string[],
): readonly (readonly [string, string])[] {
  // 'self' covers WebSockets in today's browsers; Safari before 15.4 needs the explicit origin.
  const sockets = host ? ` ${isTls ? 'wss' : 'ws'}://${host}` : '';
  const policy = [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inlineScripts].join(' '),
    "worker-src 'self' blob:",
    `connect-src 'self' data: blob:${sockets} ${dataHosts.join(' ')}`,
    "img-src 'self' data: blob:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'], // R11
  ];
}

function text(response: ServerResponse, status: number, message: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message);
}

function json(response: ServerResponse, value: object): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}
