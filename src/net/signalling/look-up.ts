// Looking at a room from outside, before coming in (R16): how many are there and how far its ring is, asked again every
// few seconds while somebody looks. It ends by itself once the room is known not to be: every such question counts as
// a guessed code.
import type { Clock } from '../../base/clock';
import { protocolVersion } from '../room/room-messages';
import type { RoomFacts } from '../room/room-messages';
import { RoomSocket } from './signalling-socket';

export type RoomNews =
  | ({ readonly kind: 'room' } & Omit<RoomFacts, 'kind'>)
  /** No such room. The last news. */
  | { readonly kind: 'no-room' }
  /** The server is asked again when it can be reached. */
  | { readonly kind: 'unreachable' }
  /** Page and server are of different builds. The last news. */
  | { readonly kind: 'wrong-version' }
  /** The server answers others first: too many questions came from here. Asked again later. */
  | { readonly kind: 'busy' };

/** A little more often than the ring's steps are told (progress-report.ts). */
const againMs = 4000;
/** As many wrong codes as the server lets one address type come back in this time. */
const busyMs = 15_000;

/** Returns what ends it. */
export function watchRoom(
  url: string,
  code: string,
  clock: Clock,
  onNews: (news: RoomNews) => void,
): () => void {
  let socket: RoomSocket | undefined;
  let isOver = false;
  let cancelAgain = (): void => undefined;
  const stop = (): void => {
    isOver = true;
    cancelAgain();
    socket?.close();
  };
  const again = (afterMs: number): void => {
    cancelAgain();
    cancelAgain = clock.after(afterMs, () => {
      if (socket?.isConnected) void ask();
      else socket?.reconnect();
    });
  };
  const ask = async (): Promise<void> => {
    const reply = await socket!.ask({ kind: 'look-up', protocolVersion, code });
    if (isOver) return;
    if (reply.ok && reply.value?.kind === 'room-facts') {
      onNews({ ...reply.value, kind: 'room' });
      return again(againMs);
    }
    switch (reply.ok ? 'malformed' : reply.error.code) {
      case 'room-not-found':
        stop();
        return onNews({ kind: 'no-room' });
      case 'server-unreachable': // the socket comes back by itself, or has said that it was cut off
        return again(againMs);
      case 'rate-limited':
        onNews({ kind: 'busy' });
        return again(busyMs);
      default: // another language
        stop();
        return onNews({ kind: 'wrong-version' });
    }
  };
  void RoomSocket.open(url, clock).then((opened) => {
    socket = opened;
    if (isOver) return opened.close();
    opened.events.on('connected', () => void ask());
    opened.events.on('disconnected', ({ isRefused }) => {
      if (isOver) return;
      onNews({ kind: isRefused ? 'busy' : 'unreachable' });
      if (isRefused) again(busyMs);
    });
    if (opened.isConnected) void ask();
  });
  return stop;
}
