// Room codes and links. What comes from the address bar is hostile: it is validated, normalised or refused.
// The key lives in the fragment, which no server sees.
import type { RoomTicket } from '../../src/replica/protocol';

/** As people type it: 'k7q-m2p ' → 'K7QM2P'; undefined when it cannot be a code. */
export function normaliseCode(text: string): string | undefined {
  const code = text.replace(/[\s\-–—]/g, '').toUpperCase();
  return /^[A-Z0-9]{4,12}$/.test(code) ? code : undefined;
}

/** The room key in a fragment: '#abc…' → 'abc…'; undefined when there is none or it cannot be one. */
export function keyFromHash(hash: string): string | undefined {
  const key = hash.replace(/^#/, '');
  return /^[A-Za-z0-9_-]{8,128}$/.test(key) ? key : undefined;
}

/** A code, or a whole link pasted into the code field. */
export function parseRoomInput(text: string): { code: string; key: string | undefined } | undefined {
  const trimmed = text.trim().slice(0, 2048);
  const link = /\/r\/([^/?#\s]+)[^#\s]*(#\S*)?$/.exec(trimmed);
  if (link) {
    const code = normaliseCode(decodeSafely(link[1]));
    return code ? { code, key: keyFromHash(link[2] ?? '') } : undefined;
  }
  const code = normaliseCode(trimmed);
  return code ? { code, key: undefined } : undefined;
}

/** What a join link carries: nothing in an open room, whose code is enough and makes a small QR code. */
export function linkKey(ticket: RoomTicket): string | undefined {
  return ticket.isOpen ? undefined : ticket.key;
}

export function roomPath(code: string, key: string | undefined): string {
  return `/r/${code}${key ? `#${key}` : ''}`;
}

/** The link to give away, under the address others can reach. */
export function roomUrl(publicUrl: string, code: string, key: string | undefined): string {
  return publicUrl.replace(/\/+$/, '') + roomPath(code, key);
}

/** 'K7QM2P' → 'K7Q M2P', as it is read aloud. */
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
