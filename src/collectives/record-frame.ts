// A record on the wire (net/frame/frame.ts, type 'record', control channel): `chunk` is the author's rank, flag 1 means
// that its round is a flood, the payload is the record. At most maxRecordBytes.
import { fail, ok, type Result } from '../base/result';
import type { MemberId } from '../membership/view';
import { emptyHeader, encodeFrame, type Frame } from '../net/frame/frame';
import { maxRecordBytes, type RecordMessage } from './all-gather-records';
import { lineageNumber, lineageText } from './lineage-number';

const floodFlag = 1;

export function encodeRecordFrame({ key, rank, bytes, isFlooded }: RecordMessage): Uint8Array<ArrayBuffer> {
  const header = {
    ...emptyHeader,
    type: 'record',
    flags: isFlooded ? floodFlag : 0,
    lineage: lineageNumber(key.lineage),
    generation: key.generation,
    round: key.round,
    chunk: rank,
  } as const;
  return encodeFrame(header, bytes);
}

/** Reads a decoded 'record' frame; the record is a view of its payload. */
export function readRecordFrame(from: MemberId, frame: Frame): Result<RecordMessage, 'malformed'> {
  const { type, phase, flags, generation, round, step, bucket, chunk, segment, offset, payload } = frame;
  if (type !== 'record') return fail('malformed', `${from} sent a ${type} frame as a record`);
  if (phase || flags > floodFlag || step || bucket || segment || offset)
    return fail('malformed', `${from} set fields a record does not use`);
  if (payload.byteLength > maxRecordBytes)
    return fail('malformed', `${from} sent a record of ${payload.byteLength} bytes`);
  const lineage = lineageText(frame.lineage);
  return ok({
    key: { lineage, generation, round },
    rank: chunk,
    bytes: payload,
    isFlooded: flags === floodFlag,
  });
}
