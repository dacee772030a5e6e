// Where a request comes from, and what it asks for. A page may connect when it was served from the host it connects to, or
// from an origin named in the settings. A client other than a browser sends no Origin; it may connect too, since it could
// claim any. What proxies of ours have forwarded takes the place of what the socket says.
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { plainAddress, type ProxyTrust } from './proxy-trust';

export interface OriginRules {
  readonly trust: ProxyTrust;
  /** Further origins, such as PUBLIC_URL's. */
  readonly allowed: readonly string[];
  /** The names under which the server may be reached, beside addresses and localhost; undefined: under any. */
  readonly hosts: readonly string[] | undefined;
  /** Was it passed on by another process of this server (R31b)? */
  readonly isFromProcess?: (request: IncomingMessage) => boolean;
}

export function isAllowedOrigin(request: IncomingMessage, rules: OriginRules): boolean {
  const { origin } = request.headers;
  if (!isAllowedHost(request, rules)) return false;
  if (origin === undefined || rules.allowed.includes(origin)) return true;
  // A browser's word, which no page can write. A proxy may have put its own name in place of the host.
  if (!rules.hosts && request.headers['sec-fetch-site'] === 'same-origin') return true;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return host !== '' && host === hostOf(request, rules);
}

/** Another name leads to this server only by mistake, or by somebody whose pages shall pass for ours (DNS rebinding). */
export function isAllowedHost(request: IncomingMessage, rules: OriginRules): boolean {
  if (!rules.hosts) return true;
  const host = hostOf(request, rules);
  if (host === undefined) return false;
  const name = nameOf(host);
  return rules.hosts.includes(name) || isLoopbackHost(host) || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

export const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** The host with its port that the client asked for; undefined when it is not a plain host. */
export function hostOf(request: IncomingMessage, rules: OriginRules): string | undefined {
  const host = forwarded(request, rules, 'x-forwarded-host') ?? request.headers.host;
  return host !== undefined && /^[A-Za-z0-9.\-_[\]:]{1,255}$/.test(host) ? host.toLowerCase() : undefined;
}

export function isSecure(request: IncomingMessage, rules: OriginRules): boolean {
  return (
    forwarded(request, rules, 'x-forwarded-proto')?.toLowerCase() === 'https' || 'encrypted' in request.socket
  );
}

/** The client's address, for limits: see networkOf. */
export function addressOf(request: IncomingMessage, rules: OriginRules): string {
  return networkOf(forwarded(request, rules, 'x-forwarded-for') ?? peerOf(request));
}

/** The proxies of ours that the request came through. */
export function proxiesBefore(request: IncomingMessage, { trust, isFromProcess }: OriginRules): number {
  if (isFromProcess?.(request)) return 1;
  return trust.proxiesBefore(peerOf(request), forwardedFor(request));
}

/** The addresses for which proxies, or the client itself, say that it was forwarded; the nearest last. */
export const forwardedFor = (request: IncomingMessage): readonly string[] =>
  listIn(request, 'x-forwarded-for');

export const peerOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? 'unknown';

/** What counts as one address: IPv4 in its short form; of IPv6 the /64, because one customer has all its addresses. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const gap = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, gap)).fill('0'), ...groups(tail)];
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

export function isLoopbackHost(host: string): boolean {
  const name = nameOf(host);
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}

type ForwardedName = 'x-forwarded-for' | 'x-forwarded-host' | 'x-forwarded-proto';

/** The entry that the outermost of our proxies wrote. A proxy that replaces the list leaves one entry. */
function forwarded(request: IncomingMessage, rules: OriginRules, name: ForwardedName): string | undefined {
  const list = listIn(request, name);
  if (list.length === 0) return undefined;
  const proxies = proxiesBefore(request, rules);
  return proxies === 0 ? undefined : (list.at(-proxies) ?? list[0]);
}

function listIn({ headers }: IncomingMessage, name: ForwardedName): readonly string[] {
  const header = headers[name];
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
