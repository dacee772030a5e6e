// Room codes and links. Text from the address bar is hostile: it is validated, normalised or refused. The key is in the
// fragment, which no server receives.
import { readCode, type CodeReading } from '../base/room-code';
import { serverAddress } from '../base/server-address';
import type { RoomTicket } from './protocol';

/** The room key in a fragment: '#abc…' → 'abc…'; undefined when there is none or the text cannot be a key. What follows a
 *  point or a tilde is not part of it. */
export function keyFromHash(hash: string): string | undefined {
  const key = withoutEnd(bareFragment(hash).split(/[.~]/)[0], keyLength);
  return /^[A-Za-z0-9_-]{8,128}$/.test(key) ? key : undefined;
}

/** The secret by which a link hands hosting over (H15): '#key.secret' → 'secret'. A join link has none. */
export function hostTokenFromHash(hash: string): string | undefined {
  const [, token, ...more] = bareFragment(hash).split('~')[0].split('.');
  const secret = withoutEnd(token ?? '', hostTokenLength);
  return more.length === 0 && /^[A-Za-z0-9_-]{43}$/.test(secret) ? secret : undefined;
}

/** The mark of the room (R30) in a fragment: '#key~mark', or '#~mark' of an open room; undefined when there is none. */
export function markFromHash(hash: string): string | undefined {
  const mark = bareFragment(hash).split('~')[1]?.slice(0, markLength);
  return mark?.length === markLength && /^[A-Za-z0-9_-]*$/.test(mark) ? mark : undefined;
}

/** The lengths of 16 random bytes and of 32, in base64url, and of a mark. */
const [keyLength, hostTokenLength, markLength] = [22, 43, 11];

/** The secret without the signs by which chats emphasise a link: '#key_', '#key*_'. No secret is longer, and none that
 *  we draw ends in one of them. */
function withoutEnd(secret: string, length: number): string {
  return /^[\w-]+$/.test(secret.slice(0, length)) && /^[^A-Za-z0-9]+$/.test(secret.slice(length))
    ? secret.slice(0, length)
    : secret;
}

/** The fragment without what senders of links append: '#key)', '#key?fbclid=1', '#key&data=2'. Browsers encode what no
 *  address holds. */
function bareFragment(hash: string): string {
  return (decodeSafely(hash) || hash)
    .replace(/\p{Cf}/gu, '')
    .replace(/^#/, '')
    .replace(/[?&|%\s].*$/s, '')
    .replace(/(?<![^\w-])[^\w-]+$/, '');
}

/** The link that hands hosting over, under the address that others can reach. */
export function hostUrl(publicUrl: string, code: string, key: string, token: string, mark?: string): string {
  return roomUrl(publicUrl, code, `${key}.${token}`, mark);
}

export type RoomInput =
  | {
      readonly kind: 'room';
      readonly code: string;
      readonly key: string | undefined;
      readonly mark: string | undefined;
      /** The server of a whole link, with the path that it is below: 'https://school.example/lockstep'. */
      readonly server?: string;
    }
  /** The text was typed as a code, or stands in a link as one. */
  | { readonly kind: 'no code'; readonly reading: Exclude<CodeReading, { kind: 'code' }> }
  /** A link, or the beginning of one, without a room in it. */
  | { readonly kind: 'no room in it' };

/** A code, or a whole link pasted into the code field, also with what mailers, chats and documents put around a link. */
export function readRoomInput(text: string): RoomInput {
  const plain = unwrapped(
    text
      .slice(0, 4096)
      .replace(/\p{Cf}/gu, '')
      .trim(),
  );
  const link = readLink(plain);
  // Documents break long links over lines.
  const whole = link?.reading.kind === 'code' ? link : (readLink(plain.replace(/\s+/g, '')) ?? link);
  if (!whole && /\/|^https?:?$/i.test(plain)) return { kind: 'no room in it' };
  const { reading, key, mark, server } = whole ?? { reading: readCode(withoutMarks(plain)) };
  if (reading.kind !== 'code') return { kind: 'no code', reading };
  return { kind: 'room', code: reading.code, key, mark, ...(server === undefined ? {} : { server }) };
}

function readLink(text: string):
  | {
      readonly reading: CodeReading;
      readonly key?: string | undefined;
      readonly mark?: string | undefined;
      readonly server?: string;
    }
  | undefined {
  const parts = /\/r\/[^\p{L}\p{N}\s/?#]*([\p{L}\p{N}._-]+)(\S*)/u.exec(text);
  if (!parts) return undefined;
  const fragment = /(?:#|%23)(.*)$/i.exec(parts[2])?.[1] ?? '';
  const server = serverBefore(text.slice(0, parts.index));
  return {
    reading: readCode(parts[1]),
    key: keyFromHash(fragment),
    mark: markFromHash(fragment),
    ...(server === undefined ? {} : { server }),
  };
}

/** The address that ends a text: 'See https://school.example/lockstep' → 'https://school.example/lockstep'. */
const serverBefore = (text: string): string | undefined => readServer(text.split(/(?=https?:\/\/)/i).at(-1)!);

/** An http(s) address of a server, as the rest of the program writes it: without a slash at its end. */
export function readServer(address: string): string | undefined {
  if (!/^https?:\/\/[^\s?#]+$/i.test(address) || !URL.canParse(address)) return undefined;
  return serverAddress(new URL(address));
}

/** The link inside one of a mail filter, which leads over a server of its own: the whole link is a value in it,
 *  percent-encoded (Safe Links, redirects of search engines), or written otherwise (URL Defense, versions 2 and 3). */
function unwrapped(text: string): string {
  const defended = /\/v3\/__(\S+?)__;([\w+/=-]*)!/.exec(text);
  if (defended) return withStarsFilled(defended[1], defended[2]);
  const values = text.split(/[\s&?"<>]/);
  const hyphened = /urldefense/i.test(text)
    ? values.find((value) => /^u=https?-3A__/i.test(value))
    : undefined;
  if (hyphened !== undefined)
    return decodeSafely(
      hyphened
        .slice(2)
        .replaceAll('_', '/')
        .replace(/-(?=[0-9A-F]{2})/gi, '%'),
    );
  let link = values.find((value) => encodedPath.test(value));
  for (let layer = 0; link !== undefined && layer < 3 && encodedPath.test(link); layer++)
    link = decodeSafely(link);
  return link ?? text;
}

const encodedPath = /%(?:25)*2Fr%(?:25)*2F/i;

/** Version 3 writes '*' for each character that it keeps, in base64, behind the link. */
function withStarsFilled(link: string, base64: string): string {
  try {
    const kept = [...atob(base64.replaceAll('-', '+').replaceAll('_', '/'))];
    return link.replace(/\*/g, () => kept.shift() ?? '');
  } catch {
    return link; // not base64
  }
}

/** Quotation marks, brackets and points around a code. */
function withoutMarks(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');
}

/** undefined when the text is neither a code nor a link to a room. */
export function parseRoomInput(
  text: string,
): { code: string; key: string | undefined; mark: string | undefined } | undefined {
  const input = readRoomInput(text);
  return input.kind === 'room' ? { code: input.code, key: input.key, mark: input.mark } : undefined;
}

/** The key in a join link. An open room needs none. */
export function linkKey(ticket: RoomTicket): string | undefined {
  return ticket.isOpen ? undefined : ticket.key;
}

export function roomPath(code: string, key: string | undefined, mark?: string): string {
  return `/r/${code}${fragment(key, mark)}`;
}

function fragment(key: string | undefined, mark: string | undefined): string {
  const parts = `${key ?? ''}${mark === undefined ? '' : `~${mark}`}`;
  return parts === '' ? '' : `#${parts}`;
}

/** The screens of those that watch: on a wall, and on any device. */
export function watchPath(
  screen: 'project' | 'watch',
  code: string,
  key: string | undefined,
  mark?: string,
): string {
  return `/r/${code}/${screen}${fragment(key, mark)}`;
}

/** The link by which a device watches, and tries the model at once. */
export function watchUrl(
  publicUrl: string,
  {
    code,
    key,
    mark,
  }: { readonly code: string; readonly key: string | undefined; readonly mark?: string | undefined },
): string {
  const path = watchPath('watch', code, key, mark).replace('/watch', `/watch?${tryWish}`);
  return publicUrl.replace(/(?<!\/)\/+$/, '') + path;
}

/** The wish in the address of a device that watches: a copy of the model at once. */
export const tryWish = 'try';

/** The join link, under the address that others can reach. */
export function roomUrl(publicUrl: string, code: string, key: string | undefined, mark?: string): string {
  return publicUrl.replace(/(?<!\/)\/+$/, '') + roomPath(code, key, mark);
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
