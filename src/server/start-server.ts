// Puts the parts together: one port for the page and the rooms, plain or with TLS. Neither a failed start nor close()
// leaves anything behind.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Clock } from '../base/clock';
import { fail, ok, type Result } from '../base/result';
import { protocolVersion } from '../net/room/room-messages';
import type { ServerConfig } from '../net/room/server-config';
import { subPathOf } from '../base/server-address';
import { originsOf, reachableAddresses } from './addresses';
import { readAssets } from './assets';
import { readCertificate, selfSignedCertificate } from './certificate';
import { secretMark } from './code-stamp';
import { createHttpHandler } from './http';
import { openGate } from './http-gate';
import { limitHttp } from './http-limits';
import { httpLimits, requestLimits } from './limits';
import { Metrics } from './metrics';
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
import { isForRooms, isRoomsUpgrade, roomOf } from './rooms-path';
import { openDirectory } from './processes/directory';
import { Processes } from './processes/processes';
import { MinuteReport } from './minute-report';
import { redirectPlainHttp } from './plain-on-tls';
import { lineLog, type ServerLog } from './server-log';
import { SetUpSigns, whyRefused } from './set-up-signs';
import { openSockets } from './sockets';
import { takeSubPath } from './sub-path';
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
  readonly log?: ServerLog;
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
/** Browsers send 2 KiB at most; a proxy adds a few lines. */
const maxHeaderSize = 8 * 1024;
/** The time for a TLS handshake (R17d), in ms. */
const handshakeTimeout = httpLimits.headersMs;

export type StartCode = 'port-in-use' | 'no-certificate' | 'cannot-listen' | 'no-redis';

export async function startServer(options: ServerOptions): Promise<Result<RunningServer, StartCode>> {
  const { settings, clock, log = lineLog } = options;
  const { warn } = log;
  const scheme = settings.https === 'off' ? 'http' : 'https';
  const made = await makeServer(options);
  if (!made.ok) return made;
  const server = made.value;
  const connections = new OpenConnections(server);
  /** Whose a connection is; undefined: a proxy's, whose requests say whose they are. */
  const ownerOf = (peer: string): string | undefined => {
    const isPassedOn = settings.trust.proxiesBefore(peer, []) > 0 || processes?.owners.isHost(peer);
    return isPassedOn ? undefined : networkOf(peer);
  };
  const metrics = new Metrics();
  const counts = new MinuteReport(metrics, () => metrics.levels(), log, clock);
  limitHttp(server, httpLimits, ownerOf, () => counts.cut('connections'));
  const assets = await readAssets(options.root);
  const directory = settings.processes && (await openDirectory(settings.processes.redisUrl, clock, warn));
  if (directory?.ok === false) {
    counts.close();
    return directory;
  }
  const listening = await listen(server, settings.port, settings.host);
  if (!listening.ok) {
    directory?.value.close();
    counts.close();
    return listening;
  }
  // Clients may come from here on: nothing is awaited until the gate is there (R24).
  const port = listening.value;

  const addresses = originsOf(scheme, settings.host, port, networkInterfaces());
  const publicUrl = settings.publicUrl ?? addresses[0];
  const origin: OriginRules = {
    trust: settings.trust,
    hosts: settings.hosts,
    allowed: settings.publicUrl ? [new URL(settings.publicUrl).origin] : [],
    isFromProcess: (request) => processes?.isFromProcess(request) ?? false,
  };
  const processes =
    directory &&
    new Processes({
      directory: directory.value,
      address: settings.processes?.address ?? new URL(addresses[0]).host,
      secretMark: settings.roomSecret === undefined ? undefined : secretMark(settings.roomSecret),
      clock,
      warn,
      roomOf,
      clientOf: (request) => ({
        address: addressOf(request, origin),
        host: hostOf(request, origin),
        isSecure: isSecure(request, origin),
      }),
    });
  /** The host in the request works for other devices too, unless it is a loopback name. One process of several knows no
   *  address but its own, at which only its rooms are: there the asked one is the best. */
  const publicUrlFor = (request: IncomingMessage): string => {
    const host = hostOf(request, origin);
    if (settings.publicUrl || !host || (isLoopbackHost(host) && !processes)) return publicUrl;
    return `${isSecure(request, origin) ? 'https' : 'http'}://${host}`;
  };
  const configFor = (request: IncomingMessage): ServerConfig => ({
    publicUrl: publicUrlFor(request),
    protocolVersion,
    iceServers: [...settings.ice.forAll],
  });
  const sockets = openSockets({
    clock,
    limits: options.limits ?? defaultLimits,
    ice: settings.ice,
    roomSecret: settings.roomSecret,
    counts,
    isAllowedOrigin: (request) => isAllowedOrigin(request, origin),
    addressOf: (request) => addressOf(request, origin),
    owners: processes?.owners,
  });
  let isStopping = false;
  const signs = new SetUpSigns(origin, warn);
  const subPath = settings.publicUrl ? subPathOf(settings.publicUrl) : '';
  const pages = createHttpHandler({
    assets,
    subPath,
    documentOf: options.documentOf,
    origin,
    configFor,
    health: () => ({ ok: true, protocolVersion, ...sockets.count() }),
    isStopping: () => isStopping,
    metrics: { token: settings.metricsToken, read: () => metrics.read() },
    policies: {
      frameAncestors: settings.frameAncestors,
      isHttpsForGood: settings.https !== 'self-signed',
    },
    report: log.error,
  });
  metrics.levels = () => ({
    connections: connections.size,
    ...sockets.count(),
    unreadBytes: sockets.unread(),
    processes: processes?.owners.count ?? 1,
    forwarded: processes?.forwarded ?? 0,
  });
  const gate = openGate(server, {
    clock,
    limits: requestLimits,
    onCut: () => counts.cut('requests'),
    addressOf: (request) => addressOf(request, origin),
    networkOf: ownerOf,
    isUpgrade: isRoomsUpgrade,
    behind: {
      request(request, response) {
        setIsolationHeaders(request, response, origin);
        signs.look(request);
        const refusal = whyRefused(request, origin);
        if (refusal !== undefined) return refuse(response, refusal);
        if (!isForRooms(request)) return pages(request, response);
        const here = (): void => sockets.handleRequest(request, response);
        if (processes) processes.request(request, response, here);
        else here();
      },
      upgrade(request, socket, head) {
        signs.look(request);
        const here = (): void => sockets.handleUpgrade(request, socket, head);
        if (processes) processes.upgrade(request, socket, here);
        else here();
      },
    },
  });
  takeSubPath(server, subPath);
  const close = async (): Promise<void> => {
    isStopping = true;
    await processes?.leave();
    gate.close();
    await sockets.close();
    await connections.end(clock);
    processes?.close();
    counts.close();
  };
  try {
    await processes?.join();
  } catch (error) {
    await close();
    return fail('no-redis', `Redis refuses: ${(error as Error).message}`);
  }
  const isAnyHost = settings.host === '0.0.0.0' || settings.host === '::';
  return ok({
    port,
    localUrl: isAnyHost ? `${scheme}://localhost:${port}` : addresses[0],
    publicUrl,
    addresses,
    close,
  });
}

async function makeServer({
  settings,
  stateFolder,
  clock,
  log = lineLog,
}: ServerOptions): Promise<Result<Server, 'no-certificate'>> {
  if (settings.https === 'off') return ok(createServer({ connectionsCheckingInterval, maxHeaderSize }));
  const certificate =
    settings.https === 'self-signed'
      ? ok(await selfSignedCertificate(stateFolder, certified(settings.host), clock.epochMs(), log.warn))
      : await readCertificate(settings.https.certFile, settings.https.keyFile);
  if (!certificate.ok) return certificate;
  try {
    const server = createTlsServer({
      ...certificate.value,
      connectionsCheckingInterval,
      handshakeTimeout,
      maxHeaderSize,
    });
    redirectPlainHttp(server as Server);
    return ok(server as Server);
  } catch (error) {
    return fail('no-certificate', `the certificate and its key do not work: ${(error as Error).message}`);
  }
}

/** The addresses of a self-signed certificate. */
function certified(host: string): readonly string[] {
  const reachable = reachableAddresses(networkInterfaces());
  return isIP(host) !== 0 && !/^(0\.0\.0\.0|::)$/.test(host) && !reachable.includes(host)
    ? [...reachable, host]
    : reachable;
}

/** Another server than the client meant (RFC 9110, 15.5.20). */
function refuse(response: ServerResponse, why: string): void {
  response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(why);
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
      else resolve(fail('cannot-listen', `cannot listen on ${host}, port ${port}: ${whyNot(error)}`));
    });
    server.listen(port, host, () => resolve(ok((server.address() as AddressInfo).port)));
  });
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EACCES':
      return 'ports below 1024 need root or CAP_NET_BIND_SERVICE; set PORT=8080, and let a proxy take port 80 or 443';
    case 'EADDRNOTAVAIL':
      return 'this machine has no such address; set HOST to one of its own, or leave it out for all';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'no such name; set HOST to an address of this machine, or leave it out for all';
    case 'EAFNOSUPPORT':
      return 'this machine has no IPv6; set HOST to an IPv4 address, or leave it out';
    default:
      return message;
  }
}

/** Makes the pages cross-origin isolated, by headers of every response. */
function setIsolationHeaders(request: IncomingMessage, response: ServerResponse, rules: OriginRules): void {
  const host = hostOf(request, rules);
  // On an insecure origin no page is isolated, and browsers print a warning about the opener policy in the console.
  const canBeIsolated = isSecure(request, rules) || (host !== undefined && isLoopbackHost(host));
  for (const [name, value] of Object.entries(isolationHeaders))
    if (canBeIsolated || name !== 'Cross-Origin-Opener-Policy') response.setHeader(name, value);
}
