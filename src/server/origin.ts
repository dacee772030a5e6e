// Where a request comes from. A page may connect when it was served from the host it connects to, or from an origin
// named in the settings. A client other than a browser sends no Origin; it may connect too, since it could claim any.
// Behind a trusted proxy, the proxy's headers replace the socket's address.
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

export interface OriginRules {
  /** Our own proxy writes X-Forwarded-For, -Proto and -Host. */
  readonly isProxyTrusted: boolean;
  /** Further origins, such as PUBLIC_URL's. */
  readonly allowed: readonly string[];
}

export function isAllowedOrigin(request: IncomingMessage, rules: OriginRules): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (rules.allowed.includes(origin)) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return host !== '' && host === hostOf(request, rules);
}

/** The host with its port that the client asked for; undefined when it is not a plain host. */
export function hostOf(request: IncomingMessage, { isProxyTrusted }: OriginRules): string | undefined {
  const host = (isProxyTrusted && last(request.headers['x-forwarded-host'])) || request.headers.host;
  return host !== undefined && /^[A-Za-z0-9.\-_[\]:]{1,255}$/.test(host) ? host.toLowerCase() : undefined;
}

export function isSecure(request: IncomingMessage, { isProxyTrusted }: OriginRules): boolean {
  if (isProxyTrusted && last(request.headers['x-forwarded-proto']) === 'https') return true;
  return 'encrypted' in request.socket;
}

/** The client's address, for limits: see networkOf. */
export function addressOf(request: IncomingMessage, { isProxyTrusted }: OriginRules): string {
  const address =
    (isProxyTrusted && last(request.headers['x-forwarded-for'])) || request.socket.remoteAddress;
  return networkOf(address ?? 'unknown');
}

/** What counts as one address: IPv4 in its short form; of IPv6 the /64, because one customer has all its addresses. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const gap = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, gap)).fill('0'), ...groups(tail)];
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\./.test(name);
}

/** Our own proxy wrote the last entry of a list. */
function last(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim() || undefined;
}
