// Gives state to members that catch up. It answers requests for the state that this replica holds and for the sum that
// led to it. It also answers for snapshots that it keeps frozen or has fetched in part. Anything else is refused with a
// reason.
import * as v from 'valibot';
import { bytesOf, toHex, utf8 } from '../../base/bytes';
import type { MemberId } from '../../membership/view';
import { emptyHeader, encodeFrame, maxPayloadBytes } from '../../net/frame/frame';
import { readBlock, readHead } from '../../optim/state/state-bytes';
import { blockCount } from '../../optim/state/blocks';
import { encodeRunState, type RunState } from '../run/run-state';
import type { TrainState } from '../../optim/state/train-state';
import type { BlockHashes } from '../../optim/state/digest';

/** Phases of 'state' frames. */
export const manifestPhase = 0;
export const blockPhase = 1;
export const sumPhase = 2;

/** The most blocks per request: the fetcher's window. */
export const maxBlocksPerRequest = 16;
export const maxRangesPerOffer = 64;
/** 48 KiB. */
export const sumPieceElements = 12_288;
export const maxPiecesPerRequest = 16;

const blockNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32));

/** Otherwise reading one small message could take as long as 64 states. */
function areRanges(ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.every(([first, last], at) => first <= last && (at === 0 || first > ranges[at - 1][1]));
}

export const stateRequest = v.variant('kind', [
  /** Decisions, head and block hashes of the state with this digest. */
  v.strictObject({ kind: v.literal('manifest'), digest: v.string() }),
  v.strictObject({
    kind: v.literal('blocks'),
    digest: v.string(),
    blocks: v.pipe(v.array(blockNumber), v.minLength(1), v.maxLength(maxBlocksPerRequest)),
  }),
  /** Pieces of the sum of the step that led to the state with this digest. */
  v.strictObject({
    kind: v.literal('sum'),
    digest: v.string(),
    pieces: v.pipe(v.array(blockNumber), v.minLength(1), v.maxLength(maxPiecesPerRequest)),
  }),
  /** The sender has verified these blocks of the snapshot and passes them on. Each range gives its first and last
   *  block. */
  v.strictObject({
    kind: v.literal('have'),
    digest: v.string(),
    ranges: v.pipe(
      v.array(v.strictTuple([blockNumber, blockNumber])),
      v.minLength(1),
      v.maxLength(maxRangesPerOffer),
      v.check((ranges) => areRanges(ranges), 'ranges ascend'),
    ),
  }),
  /** The answer when this replica does not hold what was asked for. */
  v.strictObject({
    kind: v.literal('refused'),
    digest: v.string(),
    why: v.pipe(v.string(), v.maxLength(200)),
  }),
]);

export type StateRequest = v.InferOutput<typeof stateRequest>;

/** The content of a manifest; hex where bytes must be exact. */
export const manifestSchema = v.strictObject({
  state: v.string(),
  head: v.pipe(v.string(), v.hexadecimal()),
  hashes: v.pipe(v.string(), v.regex(/^([0-9a-f]{16})*$/)),
});

/** What may be given: a whole state, or the blocks of a snapshot that are already here. */
export interface Offered {
  readonly digest: string;
  readonly state: RunState;
  readonly tensors: TrainState;
  readonly hashes: BlockHashes;
  /** All blocks when absent. */
  readonly has?: (block: number) => boolean;
  /** The sum of the step that led to it, as long as it is here. */
  readonly sum?: Float32Array | undefined;
}

export interface DonorSend {
  json(to: MemberId, message: StateRequest): void;
  state(to: MemberId, bytes: Uint8Array): Promise<void>;
}

/** Frames in order; rejects when the link closes meanwhile. */
export async function donate(
  offers: readonly Offered[],
  to: MemberId,
  request: StateRequest & { kind: 'manifest' | 'blocks' | 'sum' },
  send: DonorSend,
): Promise<void> {
  const offered = offers.find(({ digest }) => digest === request.digest);
  if (!offered || (request.kind === 'sum' && !offered.sum)) {
    const held = offers.map(({ digest }) => digest).join(', ') || 'nothing';
    const why = offered ? 'the sum is no longer here' : `this replica holds ${held}`;
    send.json(to, { kind: 'refused', digest: request.digest, why });
    return;
  }
  switch (request.kind) {
    case 'manifest': {
      const text = utf8(
        JSON.stringify({
          state: encodeRunState(offered.state),
          head: toHex(readHead(offered.tensors)),
          hashes: toHex(bytesOf(offered.hashes)),
        }),
      );
      const pieces = Math.ceil(text.byteLength / maxPayloadBytes);
      for (let piece = 0; piece < pieces; piece++) {
        const payload = text.subarray(piece * maxPayloadBytes, (piece + 1) * maxPayloadBytes);
        const header = {
          ...emptyHeader,
          type: 'state',
          phase: manifestPhase,
          bucket: pieces,
          segment: piece,
        } as const;
        await send.state(to, encodeFrame(header, payload));
      }
      return;
    }
    case 'blocks':
      for (const block of request.blocks) {
        if (block >= blockCount(offered.tensors.parameters.length)) continue;
        if (offered.has && !offered.has(block)) continue;
        const bytes = readBlock(offered.tensors, block);
        const header = { ...emptyHeader, type: 'state', phase: blockPhase, segment: block } as const;
        // With three vectors a block is longer than a frame.
        for (let offset = 0; offset < bytes.byteLength; offset += maxPayloadBytes)
          await send.state(
            to,
            encodeFrame({ ...header, offset }, bytes.subarray(offset, offset + maxPayloadBytes)),
          );
      }
      return;
    case 'sum':
      for (const piece of request.pieces) {
        const start = piece * sumPieceElements;
        const part = offered.sum?.slice(start, start + sumPieceElements);
        if (!part?.length) continue;
        const header = { ...emptyHeader, type: 'state', phase: sumPhase, segment: piece } as const;
        await send.state(to, encodeFrame(header, bytesOf(part)));
      }
      return;
    default:
      request satisfies never;
  }
}
