// Creating a room. The server draws the code; the page draws the key and the host's key pair. Then the page sends the
// room's description: the server learns the host's public key and two authenticators (R7). The result stays on the
// creator's device, except the code and, in a private room's link, the key.
import { realClock, type Clock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';
import { drawCode } from '../../base/room-code';
import { markOf } from '../room/room-mark';
import { describeRoom, newRoomKey, roomKeyToText } from '../room/room-key';
import { protocolVersion } from '../room/room-messages';
import { RoomSocket, untilConnected, type AskCode } from './signalling-socket';
import { newHostKeys } from '../room/signed-command';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';

export interface CreatedRoom {
  readonly code: string;
  readonly isOpen: boolean;
  /** 22 characters: the fragment of a private room's link. */
  readonly key: string;
  readonly hostToken: string;
  readonly hostPublicKey: string;
  /** Code and mark are the room's address (R30). */
  readonly mark: string;
  /** It proves to a restarted server that it drew the code for this room (R30b); undefined: the server keeps no secret. */
  readonly stamp: string | undefined;
}

export interface CreateOptions {
  readonly isOpen: boolean;
  readonly clock?: Clock;
  readonly random?: RandomBytes;
  readonly abort?: AbortSignal;
}

/** A code lapses with its reservation, or when members restore a room under it: hardly ever twice in a row. */
const codeAttempts = 3;
/** Longer than a WebSocket that hangs and a connection without it. */
export const connectMs = 10_000;

/** `url`: the server's origin. */
export async function createRoom(
  url: string,
  { isOpen, clock = realClock, random = secureRandom, abort }: CreateOptions,
): Promise<Result<CreatedRoom, AskCode>> {
  const key = newRoomKey(random);
  const host = newHostKeys(random);
  // A made-up code leads to any of the server's processes, which draws one of its own.
  const socket = await RoomSocket.open(url, drawCode(random), clock);
  try {
    const connected = await untilConnected(socket, clock, connectMs, abort);
    if (!connected.ok) return connected;
    for (let attempt = 1; ; attempt++) {
      const reserved = await socket.ask({ kind: 'reserve', protocolVersion }, abort);
      if (!reserved.ok) return reserved;
      if (reserved.value?.kind !== 'reservation') return fail('malformed', 'the server drew no code');
      const { code } = reserved.value;
      const description = describeRoom(key, code, isOpen, host.hostPublicKey);
      const made = await socket.ask({ kind: 'create', description }, abort);
      if (made.ok) {
        const stamp = made.value?.kind === 'presence' ? made.value.stamp : undefined;
        return ok({ code, isOpen, key: roomKeyToText(key), ...host, mark: markOf(code, description), stamp });
      }
      if (made.error.code !== 'code-lapsed' || attempt === codeAttempts) return made;
    }
  } finally {
    socket.close();
  }
}
