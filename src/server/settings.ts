// The command line and the environment, read into one value, or one clear line about what is wrong.
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../base/result';
import { serverAddress } from '../base/server-address';
import { readIce, type IceSettings } from './ice-settings';
import { readProcesses, type ProcessSettings } from './processes/process-settings';
import { readProxyTrust, type ProxyTrust } from './proxy-trust';
import { whyNoSubPath } from './sub-path';
import { isUnsafePort } from './unsafe-ports';

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The address to show in links, with the path that the server is below, without a slash at its end; undefined: the best
   *  address of this machine. */
  readonly publicUrl: string | undefined;
  readonly https: 'off' | 'self-signed' | { readonly certFile: string; readonly keyFile: string };
  readonly ice: IceSettings;
  readonly trust: ProxyTrust;
  /** The names under which the server may be reached; undefined: under any. */
  readonly hosts: readonly string[] | undefined;
  /** Origins whose pages may show this one in a frame. */
  readonly frameAncestors: readonly string[];
  /** Who knows it may read /metrics. */
  readonly metricsToken: string | undefined;
  /** `lines`: sentences for a terminal; `json`: a line of JSON for each, with numbers. */
  readonly log: 'lines' | 'json';
  /** The secret by which typed codes lead to their rooms after a restart (R30b). */
  readonly roomSecret: string | undefined;
  /** undefined: one process. */
  readonly processes: ProcessSettings | undefined;
}

const minSecretLength = 16;

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
    return fail(
      'bad-flag',
      `--${flags.cert === undefined ? 'cert' : 'key'} is missing: --cert FILE names the certificate (fullchain.pem), ` +
        'and --key FILE its key (privkey.pem)',
    );
  const given = givenIn(env);
  const port = readPort(flags.port ?? given('PORT') ?? '8080');
  if (!port.ok) return port;
  const publicUrl = readPublicUrl(given('PUBLIC_URL'));
  if (!publicUrl.ok) return publicUrl;
  const hosts = readHosts(given('ALLOWED_HOSTS'));
  if (!hosts.ok) return hosts;
  const ice = readIce(given);
  if (!ice.ok) return ice;
  const trust = readProxyTrust(given('TRUST_PROXY'));
  if (!trust.ok) return trust;
  const frames = readFrames(given('FRAME_ANCESTORS'));
  if (!frames.ok) return frames;
  const log = given('LOG') ?? 'lines';
  if (log !== 'lines' && log !== 'json')
    return fail('bad-environment', `LOG is ${JSON.stringify(log)}: it is lines or json`);
  const [metricsToken, roomSecret] = [given('METRICS_TOKEN'), given('ROOM_SECRET')];
  for (const [name, secret] of Object.entries({ METRICS_TOKEN: metricsToken, ROOM_SECRET: roomSecret }))
    if (secret !== undefined && secret.length < minSecretLength)
      return fail('bad-environment', `${name} is too short: at least ${minSecretLength} characters`);
  const certificate =
    flags.cert !== undefined && flags.key !== undefined
      ? { certFile: flags.cert, keyFile: flags.key }
      : undefined;
  const isPlain = certificate === undefined && !flags.https;
  const processes = readProcesses(given, isPlain);
  if (!processes.ok) return processes;
  const names = [...(publicUrl.value ? [publicUrl.value.hostname] : []), ...hosts.value];
  return ok({
    port: port.value,
    host: (flags.host ?? given('HOST') ?? '0.0.0.0').replace(/^\[(.*)\]$/, '$1'),
    publicUrl: publicUrl.value && serverAddress(publicUrl.value),
    https: certificate ?? (flags.https ? 'self-signed' : 'off'),
    ice: ice.value,
    trust: trust.value,
    frameAncestors: frames.value,
    metricsToken,
    roomSecret,
    log,
    processes: processes.value,
    hosts: names.length > 0 ? names : undefined,
  });
}

/** A variable without a text counts as missing: files of variables and Compose leave such lines. */
function givenIn(env: Environment): (name: string) => string | undefined {
  return (name) => env[name]?.trim() || undefined;
}

function readPort(text: string): Result<number, 'bad-environment'> {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    return fail('bad-environment', `PORT is ${JSON.stringify(text)}: a port is 0 to 65535`);
  if (isUnsafePort(port))
    return fail('bad-environment', `PORT is ${port}: browsers refuse to open it; take another, such as 8080`);
  return ok(port);
}

function readPublicUrl(text: string | undefined): Result<URL | undefined, 'bad-environment'> {
  if (text === undefined) return ok(undefined);
  const wrong = (why: string) => fail('bad-environment', `PUBLIC_URL is ${JSON.stringify(text)}: ${why}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/^([a-z0-9.\-_]+|\[[0-9a-f:.]+\])$/.test(url.hostname))
    return wrong('not an http(s) address; write it whole, such as https://train.example');
  if (url.username || url.password || url.search || url.hash)
    return wrong(`only scheme, name, port and path belong into it: ${url.origin}`);
  const why = whyNoSubPath(url.pathname);
  if (why !== undefined) return wrong(why);
  if (url.port !== '' && isUnsafePort(Number(url.port)))
    return wrong(`browsers refuse to open port ${url.port}`);
  return ok(url);
}

function readHosts(text: string | undefined): Result<readonly string[], 'bad-environment'> {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !/^[a-z0-9.\-_]{1,253}$/.test(name));
  if (wrong === undefined) return ok(names);
  return fail(
    'bad-environment',
    `ALLOWED_HOSTS names ${JSON.stringify(wrong)}: it takes names separated by commas, without scheme and port`,
  );
}

function readFrames(text: string | undefined): Result<readonly string[], 'bad-environment'> {
  const origins = (text ?? '')
    .split(/[\s,]+/)
    .map((origin) => origin.replace(/\/$/, ''))
    .filter((origin) => origin !== '');
  const wrong = origins.find((origin) => !/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(origin));
  if (wrong === undefined) return ok(origins);
  return fail(
    'bad-environment',
    `FRAME_ANCESTORS names ${JSON.stringify(wrong)}: it takes origins, such as https://moodle.school.example`,
  );
}
