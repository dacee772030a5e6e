// The ways into a room and into a demo ring: all that opens connections and signs. Loaded when
// the first of them is wanted, so that a person who reads the Join screen does not wait for it.
import { realClock } from '../../base/clock';
import { pageBase } from '../../base/page-base';
import { ok, type Result, fail } from '../../base/result';
import { hostKeysFromToken } from '../../net/room/signed-command';
import { createRoom as makeRoom } from '../../net/signalling/signalling-create';
import type { EngineWish, ReplicaErrorCode, ReplicaHandle, RoomTicket, RunConfig } from '../protocol';
import { entryErrorOf } from '../room/entry-error';
import { RoomReplica } from '../room/room-replica';
import { startDemoRing } from './demo-ring';
import { browserName } from './browser-name';
import { iceServersOfServer, isWithoutServer } from './server-config';

export { startDemoRing };

export async function createRoom(options: {
  isOpen: boolean;
}): Promise<Result<RoomTicket, ReplicaErrorCode | 'no-room-server'>> {
  const end = new AbortController();
  const missing = isWithoutServer().then((isMissing) => {
    if (isMissing) end.abort(new Error('no room server is here'));
    return isMissing;
  });
  const made = await makeRoom(pageBase(), { ...options, abort: end.signal });
  if (!made.ok && (await missing)) return fail('no-room-server', made.error.says);
  if (!made.ok) return fail(entryErrorOf(made.error.code), made.error.says);
  const { code, key, hostToken, isOpen, mark, stamp } = made.value;
  return ok({ code, key, hostToken, isOpen, mark, stamp });
}

export function joinRoom(
  ticket: RoomTicket,
  options: {
    name: string;
    config?: RunConfig;
    engine?: EngineWish;
    memberSecret?: string;
    pass?: string | undefined;
  },
): ReplicaHandle {
  return new RoomReplica({
    url: pageBase(),
    ticket,
    name: options.name,
    config: options.config,
    engine: options.engine ?? 'auto',
    memberSecret: options.memberSecret,
    pass: options.pass,
    facts: browserName(navigator.userAgent),
    clock: realClock,
    iceServers: iceServersOfServer,
  });
}

/** Makes the tables of signatures ahead. */
export function readyToHost(hostToken: string): void {
  hostKeysFromToken(hostToken);
}
