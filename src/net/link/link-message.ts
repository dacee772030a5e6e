// The link's own messages (PROTOCOL.md, link messages). Padding goes on `bulk`, all others on `control`; a first byte of
// 0xf0 or more distinguishes them from frames. Decoding is strict: anything else is a protocol error and ends the link.
import { fromUtf8, utf8 } from '../../base/bytes';
import { fail, ok, type Result } from '../../base/result';
import type { Channel } from './link';

export type LinkMessage =
  /** Answer at once with a pong of the same time (the sender's clock, ms). */
  | { readonly kind: 'ping'; readonly timeMs: number }
  /** `clockMs`: the answering side's clock (L12c). */
  | { readonly kind: 'pong'; readonly timeMs: number; readonly clockMs: number }
  /** Both count from the opening. `limitBytes`: how much may be sent on the channel; `receivedBytes`: how much arrived. */
  | {
      readonly kind: 'credit';
      readonly channel: Channel;
      readonly limitBytes: number;
      readonly receivedBytes: number;
    }
  /** Padding on `bulk`. The receiver drops it, and answers a number other than 0 at once with `padding-came`. */
  | { readonly kind: 'padding'; readonly number: number }
  | { readonly kind: 'padding-came'; readonly number: number }
  /** The last message: why this side closes. */
  | { readonly kind: 'goodbye'; readonly message: string };

/** First bytes from here on are the link's own. */
export const linkByte = 0xf0;

const pingByte = 0xf1;
const pongByte = 0xf2;
const creditByte = 0xf3;
const goodbyeByte = 0xf4;
const paddingByte = 0xf5;
const paddingCameByte = 0xf6;

/** Padding of the number only. */
export const leastPaddingBytes = 16;

/** Long enough for a sentence. The peer must never refuse a goodbye for its size. */
const maxGoodbyeBytes = 512;

export function encodeLinkMessage(message: LinkMessage): Uint8Array<ArrayBuffer> {
  switch (message.kind) {
    case 'ping': {
      const bytes = new Uint8Array(16);
      bytes[0] = pingByte;
      new DataView(bytes.buffer).setFloat64(8, message.timeMs, true);
      return bytes;
    }
    case 'pong': {
      const bytes = new Uint8Array(24);
      bytes[0] = pongByte;
      const view = new DataView(bytes.buffer);
      view.setFloat64(8, message.timeMs, true);
      view.setFloat64(16, message.clockMs, true);
      return bytes;
    }
    case 'credit': {
      const bytes = new Uint8Array(24);
      bytes[0] = creditByte;
      bytes[1] = message.channel === 'control' ? 0 : 1;
      const view = new DataView(bytes.buffer);
      view.setFloat64(8, message.limitBytes, true);
      view.setFloat64(16, message.receivedBytes, true);
      return bytes;
    }
    case 'padding':
      return encodePadding(leastPaddingBytes, message.number);
    case 'padding-came': {
      const bytes = new Uint8Array(16);
      bytes[0] = paddingCameByte;
      new DataView(bytes.buffer).setFloat64(8, message.number, true);
      return bytes;
    }
    case 'goodbye': {
      let text = utf8(message.message);
      if (text.byteLength > maxGoodbyeBytes) text = utf8(message.message.slice(0, maxGoodbyeBytes / 4));
      const bytes = new Uint8Array(1 + text.byteLength);
      bytes[0] = goodbyeByte;
      bytes.set(text, 1);
      return bytes;
    }
    default:
      return message satisfies never;
  }
}

/** `length` bytes that the peer drops. With a number, it answers them. */
export function encodePadding(length: number, number = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  bytes[0] = paddingByte;
  new DataView(bytes.buffer).setFloat64(8, number, true);
  return bytes;
}

export function decodeLinkMessage(bytes: Uint8Array): Result<LinkMessage, 'malformed'> {
  const first = bytes[0];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (first === pingByte) {
    if (bytes.byteLength !== 16) return fail('malformed', `a ping of ${bytes.byteLength} bytes`);
    const timeMs = view.getFloat64(8, true);
    if (!Number.isFinite(timeMs)) return fail('malformed', 'a ping without a time');
    return ok({ kind: 'ping', timeMs });
  }
  if (first === pongByte) {
    if (bytes.byteLength !== 24) return fail('malformed', `a pong of ${bytes.byteLength} bytes`);
    const [timeMs, clockMs] = [view.getFloat64(8, true), view.getFloat64(16, true)];
    if (!Number.isFinite(timeMs) || !Number.isFinite(clockMs))
      return fail('malformed', 'a pong without its two times');
    return ok({ kind: 'pong', timeMs, clockMs });
  }
  if (first === creditByte) {
    if (bytes.byteLength !== 24 || bytes[1] > 1)
      return fail('malformed', `a credit of ${bytes.byteLength} bytes for channel ${bytes[1]}`);
    const limitBytes = view.getFloat64(8, true);
    const receivedBytes = view.getFloat64(16, true);
    if (!isCount(limitBytes) || !isCount(receivedBytes))
      return fail('malformed', `a credit of ${limitBytes} after ${receivedBytes}`);
    return ok({ kind: 'credit', channel: bytes[1] === 0 ? 'control' : 'bulk', limitBytes, receivedBytes });
  }
  if (first === paddingByte || first === paddingCameByte) {
    const isPadding = first === paddingByte;
    if (isPadding ? bytes.byteLength < leastPaddingBytes : bytes.byteLength !== 16)
      return fail('malformed', `padding of ${bytes.byteLength} bytes`);
    const number = view.getFloat64(8, true);
    if (!isCount(number)) return fail('malformed', `padding of number ${number}`);
    return ok({ kind: isPadding ? 'padding' : 'padding-came', number });
  }
  if (first === goodbyeByte) {
    if (bytes.byteLength > 1 + maxGoodbyeBytes) return fail('malformed', 'an endless goodbye');
    try {
      return ok({ kind: 'goodbye', message: fromUtf8(bytes.subarray(1)) });
    } catch {
      return fail('malformed', 'a goodbye that is not UTF-8');
    }
  }
  return fail('malformed', `unknown link message 0x${first.toString(16)}`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
