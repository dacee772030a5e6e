// Making a room: the page draws the code, the key and the host's key pair; the server learns the code, the host's
// public key and two authenticators. What is returned stays on the creator's device, but for the code, and the key
// in a private room's link.
import type { Clock } from '../base/clock';
import { realClock } from '../base/clock';
import { waitFor } from '../base/deadline';
import { fail, ok } from '../base/result';
import type { Result } from '../base/result';
import { describeRoom, newRoomKey, roomKeyToText, secureRandom } from './room-key';
import type { RandomBytes } from './room-key';
import { codeFromBytes, protocolVersion } from './room-messages';
import { RoomSocket } from './signalling-socket';
import type { AskCode } from './signalling-socket';
import { newHostKeys } from './signed-command';

export interface CreatedRoom {
  readonly code: string;
  readonly isOpen: boolean;
  /** 22 characters: the fragment of a private room's link. */
  readonly key: string;
  readonly hostToken: string;
  readonly hostPublicKey: string;
}

export interface CreateOptions {
  readonly isOpen: boolean;
  readonly clock?: Clock;
  readonly random?: RandomBytes;
  readonly abort?: AbortSignal;
}

/** Odds of a taken code are under 1 in 10⁴ with thousands of rooms: these never all fail. */
const codeAttempts = 4;
const connectMs = 10_000;

/** `url`: the server's origin. */
export async function createRoom(
  url: string,
  { isOpen, clock = realClock, random = secureRandom, abort }: CreateOptions,
): Promise<Result<CreatedRoom, AskCode>> {
  const key = newRoomKey(random);
  const host = newHostKeys(random);
  const socket = await RoomSocket.open(url, clock);
  try {
    const connected = await untilConnected(socket, clock, abort);
    if (!connected.ok) return connected;
    for (let attempt = 1; ; attempt++) {
      const code = drawCode(random);
      const description = describeRoom(key, code, isOpen, host.hostPublicKey);
      const reply = await socket.ask({ kind: 'create', code, protocolVersion, description }, abort);
      if (reply.ok) return ok({ code, isOpen, key: roomKeyToText(key), ...host });
      if (reply.error.code !== 'code-taken' || attempt === codeAttempts) return reply;
    }
  } finally {
    socket.close();
  }
}

async function untilConnected(
  socket: RoomSocket,
  clock: Clock,
  abort?: AbortSignal,
): Promise<Result<null, 'server-unreachable'>> {
  if (socket.isConnected) return ok(null);
  const wait = waitFor<null>(clock, connectMs, 'the room server', abort);
  let why: string | undefined;
  const stops = [
    socket.events.on('connected', () => wait.settle(null)),
    socket.events.on('disconnected', (event) => (why = event.why)),
  ];
  try {
    return ok(await wait.promise);
  } catch (error) {
    return fail('server-unreachable', why ?? (error as Error).message);
  } finally {
    stops.forEach((stop) => stop());
  }
}

function drawCode(random: RandomBytes): string {
  for (;;) {
    const code = codeFromBytes(random(32));
    if (code !== undefined) return code;
  }
}
