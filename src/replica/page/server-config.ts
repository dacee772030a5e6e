// What the room server tells every page: its address, and its STUN and TURN servers.
import * as v from 'valibot';
import { pageBase } from '../../base/page-base';
import { fail, ok, type Result } from '../../base/result';
import { serverConfigSchema, type ServerConfig } from '../../net/room/server-config';
import { shownUrl } from './shown-url';

const configMs = 8_000;

export type ConfigErrorCode =
  | 'server-unreachable'
  | 'wrong-version'
  /** The page lies on a host of plain files. */
  | 'no-room-server';

export async function serverConfig(): Promise<Result<ServerConfig, ConfigErrorCode>> {
  try {
    const response = await fetch(`${pageBase()}/config.json`, { signal: AbortSignal.timeout(configMs) });
    if (isOfPlainFiles(response)) return fail('no-room-server', 'a host of plain files has no room server');
    const parsed = v.safeParse(serverConfigSchema, await response.json());
    if (parsed.success)
      return ok({ ...parsed.output, publicUrl: shownUrl(parsed.output.publicUrl, pageBase()) });
    return fail('wrong-version', 'the server’s configuration is of another version: reload the page');
  } catch (error) {
    return fail('server-unreachable', error instanceof Error ? error.message : String(error));
  }
}

/** Such a host has no such file, or sends a page in its place. A proxy whose server is away answers 502 to 504. */
function isOfPlainFiles({ ok: isOk, status, headers }: Response): boolean {
  return [403, 404, 410].includes(status) || (isOk && headers.get('content-type')?.includes('json') !== true);
}

/** False where nobody answers at all: a server may be there at another time. */
export async function isWithoutServer(): Promise<boolean> {
  const config = await serverConfig();
  return !config.ok && config.error.code === 'no-room-server';
}

/** None where the server does not answer. */
export async function iceServersOfServer(): Promise<readonly RTCIceServer[]> {
  const config = await serverConfig();
  return config.ok ? (config.value.iceServers as RTCIceServer[]) : [];
}
