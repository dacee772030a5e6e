// The addresses of this machine that links and QR codes show. Never localhost when another address exists; real
// networks before those of containers and virtual machines.
import type { NetworkInterfaceInfo } from 'node:os';

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

const virtualNames =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|lxc|lxd|podman|zt|utun|tun|tap)/i;

/** IPv4 addresses other machines may use, likeliest first. */
export function reachableAddresses(interfaces: Interfaces): readonly string[] {
  const found: { readonly address: string; readonly isVirtual: boolean }[] = [];
  for (const [name, infos] of Object.entries(interfaces))
    for (const { family, internal, address } of infos ?? [])
      if (family === 'IPv4' && !internal && !address.startsWith('169.254.'))
        found.push({ address, isVirtual: virtualNames.test(name) });
  found.sort((a, b) => Number(a.isVirtual) - Number(b.isVirtual)); // stable: the system's order otherwise
  return [...new Set(found.map(({ address }) => address))];
}

/** The origins at which this server answers, best first; `host` is the interface it listens on. */
export function originsOf(
  scheme: 'http' | 'https',
  host: string,
  port: number,
  interfaces: Interfaces,
): readonly string[] {
  const isDefaultPort = port === (scheme === 'https' ? 443 : 80);
  const origin = (name: string): string => `${scheme}://${name}${isDefaultPort ? '' : `:${port}`}`;
  if (host === '0.0.0.0' || host === '::')
    return [...reachableAddresses(interfaces).map(origin), origin('localhost')];
  return [origin(host.includes(':') ? `[${host}]` : host)];
}
