// The command line and the environment, read into one value, or one clear line about what is wrong.
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { fail, ok, type Result } from '../base/result';
import { parsedJson } from '../base/parsed-json';
import { serverConfigSchema, type ServerConfig } from '../net/room/server-config';
import type { TurnSettings } from './turn';

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Origin to show in links; undefined: the best address of this machine. */
  readonly publicUrl: string | undefined;
  readonly https: 'off' | 'self-signed' | { readonly certFile: string; readonly keyFile: string };
  readonly iceServers: ServerConfig['iceServers'];
  readonly turn: TurnSettings | undefined;
  readonly isProxyTrusted: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(
  args: readonly string[],
  env: Environment,
): Result<Settings, 'bad-flag' | 'bad-environment'> {
  let flags;
  try {
    flags = parseArgs({
      args: [...args],
      options: {
        https: { type: 'boolean' },
        cert: { type: 'string' },
        key: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return fail('bad-flag', `${(error as Error).message}. Flags: --https --cert F --key F --port N --host H`);
  }
  if ((flags.cert === undefined) !== (flags.key === undefined))
    return fail('bad-flag', '--cert and --key come together');
  const portText = flags.port ?? env.PORT ?? '8080';
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port > 65535)
    return fail('bad-environment', `PORT is ${JSON.stringify(portText)}: a port is 0 to 65535`);
  const isGiven = env.PUBLIC_URL !== undefined && env.PUBLIC_URL !== '';
  const publicUrl = isGiven && URL.canParse(env.PUBLIC_URL!) ? new URL(env.PUBLIC_URL!) : undefined;
  if (isGiven && !/^https?:$/.test(publicUrl?.protocol ?? ''))
    return fail('bad-environment', `PUBLIC_URL is ${JSON.stringify(env.PUBLIC_URL)}: not an http(s) address`);
  const iceServers = readIceServers(env.ICE_SERVERS);
  if (!iceServers)
    return fail('bad-environment', 'ICE_SERVERS is not a JSON array of {urls, username?, credential?}');
  const turn = readTurn(env);
  if (!turn.ok) return turn;
  const given =
    flags.cert !== undefined && flags.key !== undefined
      ? { certFile: flags.cert, keyFile: flags.key }
      : undefined;
  return ok({
    port,
    host: flags.host ?? env.HOST ?? '0.0.0.0',
    publicUrl: publicUrl?.origin,
    https: given ?? (flags.https ? 'self-signed' : 'off'),
    iceServers,
    turn: turn.value,
    isProxyTrusted: env.TRUST_PROXY === '1',
  });
}

function readTurn({
  TURN_URLS,
  TURN_SECRET,
  TURN_TTL_S,
}: Environment): Result<TurnSettings | undefined, 'bad-environment'> {
  if (!TURN_URLS && !TURN_SECRET) return ok(undefined);
  const urls = (TURN_URLS ?? '').split(',').map((url) => url.trim());
  if (!TURN_SECRET || !urls.every((url) => /^turns?:[^\s,]+$/.test(url)))
    return fail('bad-environment', 'TURN_URLS (turn:host:port, …) and TURN_SECRET come together');
  const ttlSeconds = Number(TURN_TTL_S ?? 3600);
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < 60)
    return fail('bad-environment', `TURN_TTL_S is ${JSON.stringify(TURN_TTL_S)}: whole seconds, at least 60`);
  return ok({ urls, secret: TURN_SECRET, ttlSeconds });
}

function readIceServers(text: string | undefined): ServerConfig['iceServers'] | undefined {
  if (!text) return [];
  const parsed = v.safeParse(serverConfigSchema.entries.iceServers, parsedJson(text));
  return parsed.success ? parsed.output : undefined;
}
