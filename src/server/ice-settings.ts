// STUN and TURN servers, and to whom they are shown (R14). What has no password and lies in the open is in the answer to
// everybody; the rest goes to members of a room only.
import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { fail, ok, type Result } from '../base/result';
import { parsedJson } from '../base/parsed-json';
import { serverConfigSchema, type ServerConfig } from '../net/room/server-config';
import { privateNetworks } from './proxy-trust';
import { turnServer, type TurnSettings } from './turn';

type IceServer = ServerConfig['iceServers'][number];

export interface IceSettings {
  readonly forAll: readonly IceServer[];
  readonly forMembers: readonly IceServer[];
  readonly turn: TurnSettings | undefined;
}

/** When members ask again for servers without an expiry, in s. */
const askAgainSeconds = 24 * 3600;

export function readIce(given: (name: string) => string | undefined): Result<IceSettings, 'bad-environment'> {
  const servers = readIceServers(given('ICE_SERVERS'));
  if (!servers)
    return fail('bad-environment', 'ICE_SERVERS is not a JSON array of {urls, username?, credential?}');
  const turn = readTurn(given);
  if (!turn.ok) return turn;
  return ok({
    forAll: servers.filter(isForAll),
    forMembers: servers.filter((server) => !isForAll(server)),
    turn: turn.value,
  });
}

/** What one member is told. `epochMs`: the wall clock. */
export function memberServers({ forMembers, turn }: IceSettings, epochMs: number) {
  const iceServers = [...forMembers, ...(turn ? [turnServer(turn, epochMs)] : [])];
  return { iceServers, ttlSeconds: turn?.ttlSeconds ?? (iceServers.length > 0 ? askAgainSeconds : 0) };
}

function isForAll({ urls, username, credential }: IceServer): boolean {
  return username === undefined && credential === undefined && [urls].flat().every(isInTheOpen);
}

/** Names without a dot, and those of local networks, say how a network is built inside. */
function isInTheOpen(url: string): boolean {
  const [, host = ''] = /^[a-z]+:(?:\/\/)?(\[[^\]]*\]|[^:?/]*)/i.exec(url) ?? [];
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const version = isIP(name);
  if (version !== 0) return !inner.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return name.includes('.') && !/\.(local|lan|internal|intranet|home|localdomain|arpa)$/.test(name);
}

const inner = new BlockList();
for (const network of privateNetworks) {
  const [address, bits] = network.split('/');
  inner.addSubnet(address, Number(bits ?? 128), address.includes(':') ? 'ipv6' : 'ipv4');
}

function readTurn(
  given: (name: string) => string | undefined,
): Result<TurnSettings | undefined, 'bad-environment'> {
  const [addresses, secret, ttl] = [given('TURN_URLS'), given('TURN_SECRET'), given('TURN_TTL_S')];
  if (!addresses && !secret) return ok(undefined);
  if (!addresses || !secret)
    return fail(
      'bad-environment',
      `${addresses ? 'TURN_SECRET' : 'TURN_URLS'} is missing: TURN_URLS (turn:host:port, …) and TURN_SECRET (the ` +
        'static-auth-secret of coturn) come together',
    );
  const urls = addresses.split(',').map((url) => url.trim());
  const wrong = urls.find((url) => !/^turns?:[^\s,]+$/.test(url));
  if (wrong !== undefined)
    return fail(
      'bad-environment',
      `TURN_URLS names ${JSON.stringify(wrong)}: it takes addresses such as turn:train.example:3478, separated by commas`,
    );
  const ttlSeconds = Number(ttl ?? 3600);
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < 60)
    return fail('bad-environment', `TURN_TTL_S is ${JSON.stringify(ttl)}: whole seconds, at least 60`);
  return ok({ urls, secret, ttlSeconds });
}

function readIceServers(text: string | undefined): ServerConfig['iceServers'] | undefined {
  if (!text) return [];
  const parsed = v.safeParse(serverConfigSchema.entries.iceServers, parsedJson(text));
  return parsed.success ? parsed.output : undefined;
}
