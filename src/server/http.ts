// The built page over HTTP: files of one folder and nothing else, and the page itself for every route. Other paths are 404;
// where they have no extension, the page comes with the 404 and says so. Browsers may keep hashed assets for good. Text is
// compressed once. Paths hold room codes and fragments hold keys, so no referrer is sent.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isRoute } from '../base/routes';
import type { ServerConfig } from '../net/room/server-config';
import type { Asset, Assets, Encoding } from './assets';
import { Documents } from './documents';
import { sendMetrics, type MetricsDoor } from './metrics-door';
import { hostOf, isSecure, type OriginRules } from './origin';
import { securityHeaders, type PagePolicies } from './security-headers';

export interface HttpOptions {
  readonly assets: Assets;
  /** The document of a route among the assets; index.html by default. */
  readonly documentOf?: (pathname: string) => string;
  /** The path that the server is below, which a request may have without a slash at its end; '' at the root. */
  readonly subPath: string;
  readonly origin: OriginRules;
  readonly configFor: (request: IncomingMessage) => ServerConfig;
  readonly health: () => object;
  readonly isStopping: () => boolean;
  readonly metrics: MetricsDoor;
  readonly policies: PagePolicies;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
/** Compression saves nothing below one network packet. */
const minCompressedBytes = 1024;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export function createHttpHandler(options: HttpOptions): RequestListener {
  const { assets, origin, policies, subPath } = options;
  const documents = new Documents(assets);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pathname = pathOf(request.url ?? '');
    const isTls = isSecure(request, origin);
    const host = hostOf(request, origin);
    const secure = (inlineScripts: readonly string[]): void => {
      for (const [name, value] of securityHeaders({ ...policies, host, isTls, inlineScripts }))
        response.setHeader(name, value);
    };
    secure([]);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      response.setHeader('Connection', 'close'); // its body is not read
      return text(response, 405, 'only GET and HEAD');
    }
    if (pathname === undefined) return text(response, 400, 'not a path');
    if (subPath !== '' && pathname === subPath) return redirect(response, `${subPath}/`);
    if (pathname === '/healthz') return json(response, options.health());
    if (pathname === '/readyz') return readiness(response, options);
    if (pathname === '/metrics') return sendMetrics(request, response, options.metrics);
    if (pathname === '/config.json') return json(response, options.configFor(request));

    const wanted = options.documentOf?.(pathname) ?? 'index.html';
    const isKnown = isRoute(pathname) || wanted !== 'index.html';
    // Chats take the point after a link for a part of it.
    const isPage = isKnown || (path.posix.extname(pathname).length < 2 && !pathname.startsWith('/assets/'));
    const asset = isPage
      ? documents.at(wanted, request.url!.split('?', 1)[0])
      : assets.get(pathname.slice(1));
    if (!asset)
      return text(
        response,
        404,
        isPage && !assets.has(wanted) ? 'the page is not built yet: run `npm run build`' : 'not found',
      );
    secure(asset.inlineScripts);
    const isHashed = pathname.startsWith('/assets/') && /[-.][A-Za-z0-9_-]{8,}\.\w+$/.test(pathname);
    response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    // The page says that it knows no such place.
    await send(request, response, asset, isPage && !isKnown ? 404 : 200);
  };

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      options.report(error);
      if (!response.headersSent) text(response, 500, 'the server made a mistake');
      else response.destroy();
    });
  };
}

/** Without the slash, relative addresses would lead beside the app. The query, if there is one, is for the page at the root. */
function redirect(response: ServerResponse, to: string): void {
  response.setHeader('Location', to);
  text(response, 308, `the page is at ${to}`);
}

/** Whether new people should be sent here (R12g). */
function readiness(response: ServerResponse, { assets, isStopping }: HttpOptions): void {
  if (isStopping()) return text(response, 503, 'stopping');
  if (!assets.has('index.html')) return text(response, 503, 'the page is not built');
  text(response, 200, 'ready');
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  status: 200 | 404,
): Promise<void> {
  response.setHeader('ETag', asset.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (status === 200 && isNamed(asset.etag, request.headers['if-none-match'])) {
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
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
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

function text(response: ServerResponse, status: number, message: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(message);
}

function json(response: ServerResponse, value: object): void {
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}
