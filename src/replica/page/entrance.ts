// The ways into a room and into a demo ring, and the check of links: all that opens connections and signs. Loaded when
// the first of them is wanted, so that a person who reads the Join screen does not wait for it.
import { realClock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';
import { hostKeysFromToken } from '../../net/room/signed-command';
import { createRoom as makeRoom } from '../../net/signalling/signalling-create';
import { parseRunConfig } from '../../train/run/run-config';
import { startLinkCheck, type LinkCheckState } from '../check/link-check';
import type { EngineWish, ReplicaErrorCode, ReplicaHandle, RoomTicket, RunConfig } from '../protocol';
import { entryErrorOf } from '../room/entry-error';
import { RoomReplica } from '../room/room-replica';
import { startDemoRing, startPictureRing } from './demo-ring';
import { serverConfig } from './server-config';

export { startDemoRing, startPictureRing };
export type { Checked, LinkCheckState, MeasuredLink } from '../check/link-check';

export async function createRoom(options: {
  isOpen: boolean;
}): Promise<Result<RoomTicket, ReplicaErrorCode>> {
  const made = await makeRoom(location.origin, options);
  if (!made.ok) return fail(entryErrorOf(made.error.code), made.error.message);
  const { code, key, hostToken, isOpen } = made.value;
  return ok({ code, key, hostToken, isOpen });
}

export function joinRoom(
  ticket: RoomTicket,
  options: {
    name: string;
    config?: RunConfig;
    engine?: EngineWish;
    memberId?: string;
    pass?: string | undefined;
  },
): ReplicaHandle {
  return new RoomReplica({
    url: location.origin,
    ticket,
    name: options.name,
    config: checked(options.config),
    engine: options.engine ?? 'auto',
    memberId: options.memberId,
    pass: options.pass,
    facts: browserName(navigator.userAgent),
    clock: realClock,
    iceServers: iceServersOfServer,
  });
}

/** Checks the links of this device with itself, then with a second device; with a ticket, as that second device. The
 *  returned function ends the check. */
export function checkLinks(
  onChange: (state: LinkCheckState) => void,
  ticket?: { readonly code: string; readonly key: string },
): () => void {
  return startLinkCheck({
    url: location.origin,
    name: browserName(navigator.userAgent),
    clock: realClock,
    iceServers: iceServersOfServer,
    onChange,
    ...(ticket && { ticket }),
  });
}

async function iceServersOfServer(): Promise<readonly RTCIceServer[]> {
  const config = await serverConfig();
  return config.ok ? (config.value.iceServers as RTCIceServer[]) : [];
}

/** Makes the tables of signatures ahead. */
export function readyToHost(hostToken: string): void {
  hostKeysFromToken(hostToken);
}

/** The stored configuration of a room may be of an older version. Then its host waits to be admitted, as guests do. */
export function checked(config: RunConfig | undefined): RunConfig | undefined {
  const parsed = config && parseRunConfig(config);
  return parsed?.ok ? parsed.value : undefined;
}

function browserName(userAgent: string): string {
  const match = /(Firefox|Edg|Chrome|Version)\/(\d+)/.exec(userAgent);
  if (!match) return 'a browser';
  const name =
    { Firefox: 'Firefox', Edg: 'Edge', Chrome: 'Chromium', Version: 'Safari' }[match[1]] ?? match[1];
  return `${name} ${match[2]}`;
}
