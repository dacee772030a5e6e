// The STUN and TURN servers that the room server names.
import { serverConfig } from './server-config';

/** None where the server does not answer. */
export async function iceServersOfServer(): Promise<readonly RTCIceServer[]> {
  const config = await serverConfig();
  return config.ok ? (config.value.iceServers as RTCIceServer[]) : [];
}
