// Which requests are for the rooms, and which of them may become a WebSocket. All others are the pages'.
import type { IncomingMessage } from 'node:http';

const roomsPath = '/socket.io/';

export function isForRooms({ url }: IncomingMessage): boolean {
  return url?.startsWith(roomsPath) ?? false;
}

/** The rooms refuse a bad version or session themselves. */
export function isRoomsUpgrade(request: IncomingMessage): boolean {
  if (request.method !== 'GET' || !isForRooms(request)) return false;
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') return false;
  return queryOf(request).get('transport') === 'websocket';
}

export function queryOf({ url }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url?.split('?', 2)[1]);
}

/** The code of the room that a request is about (R31); empty: none. */
export const roomOf = (request: IncomingMessage): string => queryOf(request).get('room') ?? '';
