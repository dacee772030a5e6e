// Whose forwarded headers are believed (TRUST_PROXY, R12d). A list names the proxies. A number counts them: then only a
// peer in a private network is believed, for a client that reaches the server directly could write anything. Pure.
import { BlockList, isIP } from 'node:net';
import { fail, ok, type Result } from '../base/result';

export interface ProxyTrust {
  /** The number of proxies between the client and this server, of which each wrote the last entry of the forwarded headers;
   *  0 when the peer is no proxy of ours. */
  proxiesBefore(peer: string, forwardedFor: readonly string[]): number;
}

const noTrust: ProxyTrust = { proxiesBefore: () => 0 };

const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  /** The network between proxies and servers of many providers (RFC 6598). */
  shared: ['100.64.0.0/10'],
};
/** Networks that nobody reaches from the internet. */
export const privateNetworks = Object.values(ranges).flat();
const maxProxies = 9;

export function readProxyTrust(text: string | undefined): Result<ProxyTrust, 'bad-environment'> {
  const value = text?.trim().toLowerCase() ?? '';
  if (/^(|0|false|no|off)$/.test(value)) return ok(noTrust);
  if (/^(true|yes|on)$/.test(value)) return ok(counted(1));
  if (/^\d+$/.test(value)) {
    if (Number(value) > maxProxies)
      return fail('bad-environment', `TRUST_PROXY is ${value}: at most ${maxProxies} proxies are counted`);
    return ok(counted(Number(value)));
  }
  const proxies = new BlockList();
  for (const name of value.split(',').map((part) => part.trim()))
    for (const range of ranges[name] ?? [name])
      if (!addRange(proxies, range))
        return fail(
          'bad-environment',
          `TRUST_PROXY names ${JSON.stringify(name)}: it takes true, the number of proxies, or a list of ` +
            `addresses (10.0.0.7), networks (10.0.0.0/8), ${Object.keys(ranges).join(', ')}`,
        );
  return ok({
    proxiesBefore(peer, forwardedFor) {
      if (!holds(proxies, peer)) return 0;
      const last = forwardedFor.findLastIndex((address) => !holds(proxies, address));
      return Math.max(1, forwardedFor.length - Math.max(0, last));
    },
  });
}

function counted(count: number): ProxyTrust {
  const peers = new BlockList();
  for (const range of privateNetworks) addRange(peers, range);
  return { proxiesBefore: (peer) => (holds(peers, peer) ? count : 0) };
}

/** False when it is no address and no network. */
function addRange(list: BlockList, text: string): boolean {
  const [address, length, ...more] = text.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
  if (version === 0 || !isLength || more.length > 0) return false;
  list.addSubnet(address, Number(length ?? bits), version === 6 ? 'ipv6' : 'ipv4');
  return true;
}

function holds(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/** IPv4 in its short form, without the port that some proxies write. */
export function plainAddress(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const address = bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
