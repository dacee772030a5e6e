// Looking a room up before joining (R16): how many members it has and how far its ring is, asked again every few seconds.
// It stops by itself when there is no such room, because every further question would count as a wrong code.
import type { Clock } from '../../base/clock';
import { protocolVersion, type RoomFacts } from '../room/room-messages';
import { RoomSocket } from './signalling-socket';

export type RoomNews =
  | ({ readonly kind: 'room' } & Omit<RoomFacts, 'kind'>)
  /** There is no such room. The last news. */
  | { readonly kind: 'no-room' }
  /** The code alone does not say which room (R30). Asked again. */
  | { readonly kind: 'several-rooms' }
  /** The question is asked again when the server can be reached. */
  | { readonly kind: 'unreachable' }
  /** Page and server are of different builds. The last news. */
  | { readonly kind: 'wrong-version' }
  /** Too many questions came from this network. Asked again later. */
  | { readonly kind: 'busy' };

/** A little more often than a ring reports its steps (progress-report.ts). */
const againMs = 4000;
/** A time in which the server forgives a few wrong codes of an address (0.5 a second, R4). */
const busyMs = 15_000;

/** Returns the function that stops it. */
export function watchRoom(
  url: string,
  { code, mark }: { readonly code: string; readonly mark?: string | undefined },
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
    const reply = await socket!.ask({ kind: 'look-up', protocolVersion, code, mark });
    if (isOver) return;
    if (reply.ok && reply.value?.kind === 'room-facts') {
      onNews({ ...reply.value, kind: 'room' });
      return again(againMs);
    }
    switch (reply.ok ? 'malformed' : reply.error.code) {
      case 'room-not-found':
        stop();
        return onNews({ kind: 'no-room' });
      case 'several-rooms':
        onNews({ kind: 'several-rooms' });
        return again(againMs);
      case 'server-unreachable': // the socket reconnects by itself, or its 'disconnected' event arrived before
        return again(againMs);
      case 'rate-limited':
        onNews({ kind: 'busy' });
        return again(busyMs);
      default: // page and server do not understand each other
        stop();
        return onNews({ kind: 'wrong-version' });
    }
  };
  void RoomSocket.open(url, code, clock).then((opened) => {
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
