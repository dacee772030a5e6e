// Room codes and links. Text from the address bar is hostile: it is validated, normalised or refused. The key is in the
// fragment, which no server receives.
import { readCode, type CodeReading } from '../base/room-code';
import type { RoomTicket } from './protocol';

/** The room key in a fragment: '#abc…' → 'abc…'; undefined when there is none or the text cannot be a key. What follows a
 *  point is not part of it. */
export function keyFromHash(hash: string): string | undefined {
  const [key] = hash.replace(/^#/, '').split('.');
  return /^[A-Za-z0-9_-]{8,128}$/.test(key) ? key : undefined;
}

/** The secret by which a link hands hosting over (H15): '#key.secret' → 'secret'. A join link has none. */
export function hostTokenFromHash(hash: string): string | undefined {
  const [, token, ...more] = hash.replace(/^#/, '').split('.');
  return more.length === 0 && /^[A-Za-z0-9_-]{43}$/.test(token ?? '') ? token : undefined;
}

/** The link that hands hosting over, under the address that others can reach. */
export function hostUrl(publicUrl: string, code: string, key: string, token: string): string {
  return `${roomUrl(publicUrl, code, key)}.${token}`;
}

export type RoomInput =
  | { readonly kind: 'room'; readonly code: string; readonly key: string | undefined }
  /** The text was typed as a code, or stands in a link as one. */
  | { readonly kind: 'no code'; readonly reading: Exclude<CodeReading, { kind: 'code' }> }
  /** A link, or the beginning of one, without a room in it. */
  | { readonly kind: 'no room in it' };

/** A code, or a whole link pasted into the code field. */
export function readRoomInput(text: string): RoomInput {
  const trimmed = text.trim().slice(0, 2048);
  const link = /\/r\/([^/?#\s]+)[^#\s]*(#\S*)?$/.exec(trimmed);
  if (!link && /\/|^https?:?$/i.test(trimmed)) return { kind: 'no room in it' };
  const reading = readCode(link ? decodeSafely(link[1]) : trimmed);
  if (reading.kind !== 'code') return { kind: 'no code', reading };
  return { kind: 'room', code: reading.code, key: keyFromHash(link?.[2] ?? '') };
}

/** undefined when the text is neither a code nor a link to a room. */
export function parseRoomInput(text: string): { code: string; key: string | undefined } | undefined {
  const input = readRoomInput(text);
  return input.kind === 'room' ? { code: input.code, key: input.key } : undefined;
}

/** The key in a join link. An open room needs none: its code is enough and makes a small QR code. */
export function linkKey(ticket: RoomTicket): string | undefined {
  return ticket.isOpen ? undefined : ticket.key;
}

export function roomPath(code: string, key: string | undefined): string {
  return `/r/${code}${key ? `#${key}` : ''}`;
}

/** The screens of those that watch: on a wall, and on any device. */
export function watchPath(screen: 'project' | 'watch', code: string, key: string | undefined): string {
  return `/r/${code}/${screen}${key ? `#${key}` : ''}`;
}

/** The join link, under the address that others can reach. */
export function roomUrl(publicUrl: string, code: string, key: string | undefined): string {
  return publicUrl.replace(/(?<!\/)\/+$/, '') + roomPath(code, key);
}

/** 'K7QM4P' → 'K7Q M4P', as it is read aloud. */
export function spellCode(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Only the machine itself reaches it. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && /^(localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
}
