// Puts the parts together: one port for the page and the rooms, plain or with TLS. Neither a failed start nor close()
// leaves anything behind.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Clock } from '../base/clock';
import { fail, ok, type Result } from '../base/result';
import { protocolVersion } from '../net/room/room-messages';
import type { ServerConfig } from '../net/room/server-config';
import { originsOf, reachableAddresses } from './addresses';
import { readCertificate, selfSignedCertificate } from './certificate';
import { createHttpHandler } from './http';
import { openGate } from './http-gate';
import { limitHttp } from './http-limits';
import { httpLimits, requestLimits } from './limits';
import { OpenConnections } from './open-connections';
import {
  addressOf,
  hostOf,
  isAllowedOrigin,
  isLoopbackHost,
  isSecure,
  networkOf,
  type OriginRules,
} from './origin';
import { defaultLimits, type RoomsLimits } from './rooms-state';
import type { Settings } from './settings';
import { isForRooms, isRoomsUpgrade } from './rooms-path';
import { openSockets } from './sockets';
import { isolationHeaders } from './isolation-headers.mjs';

export interface ServerOptions {
  readonly settings: Settings;
  /** The folder that vite built. */
  readonly root: string;
  /** The document of a route, inside of `root`; index.html by default. */
  readonly documentOf?: (pathname: string) => string;
  /** Where a self-signed certificate is kept. */
  readonly stateFolder: string;
  readonly clock: Clock;
  readonly limits?: RoomsLimits;
  readonly report?: (error: unknown) => void;
}

export interface RunningServer {
  readonly port: number;
  /** The address on this machine. */
  readonly localUrl: string;
  /** The address to show to others. */
  readonly publicUrl: string;
  /** Every origin it answers on, best first. */
  readonly addresses: readonly string[];
  close(): Promise<void>;
}

/** How often Node looks for overdue requests. */
const connectionsCheckingInterval = 5_000;
/** The time for a TLS handshake (R17d), in ms. */
const handshakeTimeout = httpLimits.headersMs;

export type StartCode = 'port-in-use' | 'no-certificate' | 'cannot-listen';

export async function startServer(options: ServerOptions): Promise<Result<RunningServer, StartCode>> {
  const { settings, clock } = options;
  const scheme = settings.https === 'off' ? 'http' : 'https';
  const made = await makeServer(options);
  if (!made.ok) return made;
  const server = made.value;
  const connections = new OpenConnections(server);
  limitHttp(server, httpLimits, settings.isProxyTrusted ? undefined : networkOf);
  const listening = await listen(server, settings.port, settings.host);
  if (!listening.ok) return listening;
  const port = listening.value;

  const addresses = originsOf(scheme, settings.host, port, networkInterfaces());
  const publicUrl = settings.publicUrl ?? addresses[0];
  const origin = {
    isProxyTrusted: settings.isProxyTrusted,
    allowed: settings.publicUrl ? [settings.publicUrl] : [],
  };
  /** The host in the request works for other devices too, unless it is a loopback name. */
  const publicUrlFor = (request: IncomingMessage): string => {
    const host = hostOf(request, origin);
    if (settings.publicUrl || !host || isLoopbackHost(host)) return publicUrl;
    return `${isSecure(request, origin) ? 'https' : 'http'}://${host}`;
  };
  const configFor = (request: IncomingMessage): ServerConfig => ({
    publicUrl: publicUrlFor(request),
    addresses: [...addresses],
    protocolVersion,
    iceServers: settings.iceServers,
  });
  const sockets = openSockets({
    clock,
    limits: options.limits ?? defaultLimits,
    turn: settings.turn,
    isAllowedOrigin: (request) => isAllowedOrigin(request, origin),
    addressOf: (request) => addressOf(request, origin),
  });
  const pages = createHttpHandler({
    root: options.root,
    documentOf: options.documentOf,
    origin,
    configFor,
    health: () => ({ ok: true, protocolVersion, ...sockets.count() }),
    report: options.report ?? console.error,
  });
  const gate = openGate(server, {
    clock,
    limits: requestLimits,
    addressOf: (request) => addressOf(request, origin),
    isUpgrade: isRoomsUpgrade,
    behind: {
      request(request, response) {
        setIsolationHeaders(request, response, origin);
        if (isForRooms(request)) sockets.handleRequest(request, response);
        else pages(request, response);
      },
      upgrade: sockets.handleUpgrade,
    },
  });
  const isAnyHost = settings.host === '0.0.0.0' || settings.host === '::';
  return ok({
    port,
    localUrl: isAnyHost ? `${scheme}://localhost:${port}` : addresses[0],
    publicUrl,
    addresses,
    async close() {
      gate.close();
      await sockets.close();
      await connections.end(clock);
    },
  });
}

async function makeServer({
  settings,
  stateFolder,
  clock,
}: ServerOptions): Promise<Result<Server, 'no-certificate'>> {
  if (settings.https === 'off') return ok(createServer({ connectionsCheckingInterval }));
  const certificate =
    settings.https === 'self-signed'
      ? ok(await selfSignedCertificate(stateFolder, reachableAddresses(networkInterfaces()), clock.epochMs()))
      : await readCertificate(settings.https.certFile, settings.https.keyFile);
  if (!certificate.ok) return certificate;
  try {
    return ok(
      createTlsServer({ ...certificate.value, connectionsCheckingInterval, handshakeTimeout }) as Server,
    );
  } catch (error) {
    return fail('no-certificate', `the certificate and its key do not work: ${(error as Error).message}`);
  }
}

async function listen(
  server: Server,
  port: number,
  host: string,
): Promise<Result<number, 'port-in-use' | 'cannot-listen'>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        resolve(fail('port-in-use', `port ${port} is in use: stop the other program or set PORT`));
      else resolve(fail('cannot-listen', `cannot listen on ${host}:${port}: ${error.message}`));
    });
    server.listen(port, host, () => resolve(ok((server.address() as AddressInfo).port)));
  });
}

/** Makes the pages cross-origin isolated, by headers of every response. */
function setIsolationHeaders(request: IncomingMessage, response: ServerResponse, rules: OriginRules): void {
  const host = hostOf(request, rules);
  // On an insecure origin no page is isolated, and browsers print a warning about the opener policy in the console.
  const canBeIsolated = isSecure(request, rules) || (host !== undefined && isLoopbackHost(host));
  for (const [name, value] of Object.entries(isolationHeaders))
    if (canBeIsolated || name !== 'Cross-Origin-Opener-Policy') response.setHeader(name, value);
}
