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
import { iceServersOfServer } from './server-config';

export { startDemoRing };

export async function createRoom(options: {
  isOpen: boolean;
}): Promise<Result<RoomTicket, ReplicaErrorCode>> {
  const made = await makeRoom(pageBase(), options);
  if (!made.ok) return fail(entryErrorOf(made.error.code), made.error.says);
  const { code, key, hostToken, isOpen, mark } = made.value;
  return ok({ code, key, hostToken, isOpen, mark });
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
