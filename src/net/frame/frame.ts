// The frame: a fixed 40-byte little-endian header, then the payload (PROTOCOL.md F*). Decoding is strict: an unknown
// value gives an error that names the field. A decoded payload is a view, never a copy. The header is a multiple of
// 4 bytes, so a payload in its message's buffer may be read as Float32Array in place (F3).
import { fail, ok, type Result } from '../../base/result';
import { assert } from '../../base/assert';
import { maxFrameBytes, type Channel } from '../link/link';

/** What a frame carries, as PROTOCOL.md F4 lists it: its byte on the wire, its channel, and whether its payload is JSON.
 *  Bytes of 0xf0 and above belong to the link itself (link-message.ts). */
export const frameTypes = {
  /** A segment of a bucket in a collective. */
  reduce: { byte: 1, channel: 'bulk', holds: 'bytes' },
  /** A rank's small record at the start of a step. */
  record: { byte: 2, channel: 'control', holds: 'bytes' },
  /** A block of parameters or optimizer state, for a member that catches up. */
  state: { byte: 3, channel: 'bulk', holds: 'bytes' },
  /** Proposals, acknowledgements, views. */
  membership: { byte: 4, channel: 'control', holds: 'json' },
  /** The sender's identity and what it runs. */
  hello: { byte: 5, channel: 'control', holds: 'json' },
  /** Who asks for state. */
  request: { byte: 6, channel: 'control', holds: 'json' },
  /** A signed host command. */
  command: { byte: 7, channel: 'control', holds: 'json' },
  /** A signal that members pass on. */
  signal: { byte: 8, channel: 'control', holds: 'json' },
  /** The room's data: offered, held, asked for. */
  data: { byte: 9, channel: 'control', holds: 'json' },
  /** A piece of the room's data. */
  shard: { byte: 10, channel: 'bulk', holds: 'bytes' },
  /** Where the time of steps went. */
  timeline: { byte: 11, channel: 'control', holds: 'json' },
  /** What the host decides about the room, and answers to its question. */
  room: { byte: 12, channel: 'control', holds: 'json' },
  /** Which chunks of a sum left and came, and when. */
  transfers: { byte: 13, channel: 'control', holds: 'json' },
  /** The loss of the steps before a member came. */
  curve: { byte: 14, channel: 'control', holds: 'json' },
} as const satisfies Readonly<Record<string, FrameKind>>;

interface FrameKind {
  readonly byte: number;
  readonly channel: Channel;
  readonly holds: 'bytes' | 'json';
}

type FrameTypes = typeof frameTypes;
export type FrameType = keyof FrameTypes;
/** Types whose payload is JSON. */
export type JsonType = { [T in FrameType]: FrameTypes[T]['holds'] extends 'json' ? T : never }[FrameType];

const typeOfByte = new Map(
  Object.entries(frameTypes).map(([type, { byte }]) => [byte as number, type as FrameType]),
);

/** undefined: not a type of this version. */
export function frameTypeOfByte(byte: number): FrameType | undefined {
  return typeOfByte.get(byte);
}

const frameVersion = 1;
export const frameHeaderBytes = 40;
export const maxPayloadBytes = maxFrameBytes - frameHeaderBytes;

/** Fields that a type does not use are 0. All are unsigned; PROTOCOL.md F1 has their widths. */
export interface FrameHeader {
  readonly type: FrameType;
  /** The part of a collective; each collective numbers its parts. */
  readonly phase: number; // u8
  /** Bits; the type defines their meaning. */
  readonly flags: number; // u8
  readonly lineage: number; // u32: the view's 8 hex digits
  readonly generation: number; // u32
  /** The header's round in a `record`; 0 in all others. */
  readonly round: number; // u32
  readonly step: number; // u32
  readonly bucket: number; // u16
  readonly chunk: number; // u16
  readonly segment: number; // u32: index within the chunk
  /** Start in the flat vector, in elements. */
  readonly offset: number; // u32
}

export interface Frame extends FrameHeader {
  /** A view into the received message. */
  readonly payload: Uint8Array;
}

export type FrameErrorCode =
  | 'too-short'
  | 'unknown-type'
  | 'unknown-version'
  | 'wrong-length'
  | 'reserved-not-zero';

/** A header of zeros, to spread and fill in. */
export const emptyHeader: Omit<FrameHeader, 'type'> = {
  phase: 0,
  flags: 0,
  lineage: 0,
  generation: 0,
  round: 0,
  step: 0,
  bucket: 0,
  chunk: 0,
  segment: 0,
  offset: 0,
};

/** The channel a type travels on (F4). */
export function channelOf(type: FrameType): Channel {
  return frameTypes[type].channel;
}

/** Header and payload in one new buffer; the payload is copied. */
export function encodeFrame(header: FrameHeader, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  assert(payload.byteLength <= maxPayloadBytes, 'a frame payload fits in one message (F5)');
  const bytes = new Uint8Array(frameHeaderBytes + payload.byteLength);
  writeHeader(bytes, header, payload.byteLength);
  bytes.set(payload, frameHeaderBytes);
  return bytes;
}

/** Writes the header into the first 40 bytes of `bytes`, for callers that fill the payload in place. */
export function writeHeader(bytes: Uint8Array, header: FrameHeader, payloadBytes: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, frameHeaderBytes);
  view.setUint8(0, frameTypes[header.type].byte);
  view.setUint8(1, frameVersion);
  view.setUint8(2, header.phase);
  view.setUint8(3, header.flags);
  view.setUint32(4, header.lineage, true);
  view.setUint32(8, header.generation, true);
  view.setUint32(12, header.round, true);
  view.setUint32(16, header.step, true);
  view.setUint16(20, header.bucket, true);
  view.setUint16(22, header.chunk, true);
  view.setUint32(24, header.segment, true);
  view.setUint32(28, header.offset, true);
  view.setUint32(32, payloadBytes, true);
  view.setUint32(36, 0, true);
}

/** F2. */
export function decodeFrame(bytes: Uint8Array): Result<Frame, FrameErrorCode> {
  if (bytes.byteLength < frameHeaderBytes)
    return fail('too-short', `a frame of ${bytes.byteLength} bytes has no whole header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, frameHeaderBytes);
  const type = typeOfByte.get(view.getUint8(0));
  if (type === undefined) return fail('unknown-type', `unknown frame type ${view.getUint8(0)}`);
  if (view.getUint8(1) !== frameVersion)
    return fail('unknown-version', `unknown frame version ${view.getUint8(1)}`);
  const payloadBytes = view.getUint32(32, true);
  if (payloadBytes !== bytes.byteLength - frameHeaderBytes || payloadBytes > maxPayloadBytes)
    return fail(
      'wrong-length',
      `the header says ${payloadBytes} payload bytes, ${bytes.byteLength - frameHeaderBytes} came`,
    );
  if (view.getUint32(36, true) !== 0) return fail('reserved-not-zero', 'the reserved word is not zero');
  return ok({
    type,
    phase: view.getUint8(2),
    flags: view.getUint8(3),
    lineage: view.getUint32(4, true),
    generation: view.getUint32(8, true),
    round: view.getUint32(12, true),
    step: view.getUint32(16, true),
    bucket: view.getUint16(20, true),
    chunk: view.getUint16(22, true),
    segment: view.getUint32(24, true),
    offset: view.getUint32(28, true),
    payload: bytes.subarray(frameHeaderBytes),
  });
}
