// A segment on its way around the ring, and its frame on the wire (net/frame/frame.ts, type 'reduce'). The key in every
// frame keeps sums apart: no segment of another generation, lineage, step or bucket can enter (S2).
import { fail, ok, type Result } from '../base/result';
import type { MemberId } from '../membership/view';
import { encodeFrame, frameHeaderBytes, type Frame } from '../net/frame/frame';
import { lineageNumber, lineageText } from './lineage-number';
import type { ReducePhase } from './schedule';

/** Which sum: one bucket of one attempt at one step. */
export interface CollectiveKey {
  readonly lineage: string;
  readonly generation: number;
  readonly step: number;
  readonly bucket: number;
}

export interface SegmentPlace {
  readonly phase: ReducePhase;
  readonly chunk: number;
  readonly segment: number;
  /** Elements before the segment in the flat vector. */
  readonly offset: number;
}

export interface ReduceFrame extends SegmentPlace {
  readonly from: MemberId;
  readonly key: CollectiveKey;
  readonly payload: Uint8Array;
  /** Header included. */
  readonly frameBytes: number;
  /** Gives the frame's credit back to its sender; call it exactly once. */
  readonly consume: () => void;
}

const phases: readonly ReducePhase[] = ['reduce-scatter', 'all-gather']; // index = the header's phase

/** C1. */
export function encodeReduceFrame(
  key: CollectiveKey,
  place: SegmentPlace,
  payload: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const header = {
    // Field by field: to spread a header costs a small sum a tenth of its time.
    type: 'reduce',
    flags: 0,
    round: 0,
    phase: phases.indexOf(place.phase),
    lineage: lineageNumber(key.lineage),
    generation: key.generation,
    step: key.step,
    bucket: key.bucket,
    chunk: place.chunk,
    segment: place.segment,
    offset: place.offset,
  } as const;
  return encodeFrame(header, payload);
}

/** Reads a decoded 'reduce' frame; its payload stays a view. On an error the caller consumes the frame. */
export function readReduceFrame(
  from: MemberId,
  frame: Frame,
  consume: () => void,
): Result<ReduceFrame, 'malformed'> {
  const { type, phase, flags, round, generation, step, bucket, chunk, segment, offset, payload } = frame;
  if (type !== 'reduce') return fail('malformed', `${from} sent a ${type} frame as a reduce frame`);
  if (phase >= phases.length) return fail('malformed', `${from} sent unknown reduce phase ${phase}`);
  if (flags !== 0 || round !== 0) return fail('malformed', `${from} set fields a reduce frame does not use`);
  return ok({
    from,
    key: { lineage: lineageText(frame.lineage), generation, step, bucket },
    phase: phases[phase],
    chunk,
    segment,
    offset,
    payload,
    frameBytes: frameHeaderBytes + payload.byteLength,
    consume,
  });
}
