// What the room server tells every page: its address, and its STUN and TURN servers.
import * as v from 'valibot';
import { pageBase } from '../../base/page-base';
import { fail, ok, type Result } from '../../base/result';
import { serverConfigSchema, type ServerConfig } from '../../net/room/server-config';
import type { ReplicaErrorCode } from '../protocol';
import { shownUrl } from './shown-url';

const configMs = 8_000;

export async function serverConfig(): Promise<Result<ServerConfig, ReplicaErrorCode>> {
  try {
    const response = await fetch(`${pageBase()}/config.json`, { signal: AbortSignal.timeout(configMs) });
    const parsed = v.safeParse(serverConfigSchema, await response.json());
    if (parsed.success)
      return ok({ ...parsed.output, publicUrl: shownUrl(parsed.output.publicUrl, pageBase()) });
    return fail('wrong-version', 'the server’s configuration is of another version: reload the page');
  } catch (error) {
    return fail('server-unreachable', error instanceof Error ? error.message : String(error));
  }
}

/** None where the server does not answer. */
export async function iceServersOfServer(): Promise<readonly RTCIceServer[]> {
  const config = await serverConfig();
  return config.ok ? (config.value.iceServers as RTCIceServer[]) : [];
}
