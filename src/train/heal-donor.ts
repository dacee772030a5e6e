// The giving half of healing: answers requests for the holding of a given digest. While a member heals, the ring
// waits at the next header, so what is asked for is frozen; anything else is refused with a reason.
import * as v from 'valibot';
import { bytesOf, toHex, utf8 } from '../base/bytes';
import type { MemberId } from '../membership/view';
import { emptyHeader, encodeFrame, maxPayloadBytes } from '../net/frame';
import { readBlock, readHead } from '../optim/state-bytes';
import { blockCount } from '../optim/blocks';
import { encodeRunState } from './run-state';
import type { Holding } from './holding';

/** Phases of 'state' frames. */
export const manifestPhase = 0;
export const blockPhase = 1;

/** At most so many blocks per request: the asker's window. */
export const maxBlocksPerRequest = 16;

export const stateRequest = v.variant('kind', [
  /** Decisions, head and block hashes of the holding with this digest. */
  v.strictObject({ kind: v.literal('manifest'), digest: v.string() }),
  v.strictObject({
    kind: v.literal('blocks'),
    digest: v.string(),
    blocks: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
      v.minLength(1),
      v.maxLength(maxBlocksPerRequest),
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

/** What a manifest says; hex where bytes must be exact. */
export const manifestSchema = v.strictObject({
  state: v.string(),
  head: v.pipe(v.string(), v.hexadecimal()),
  hashes: v.pipe(v.string(), v.regex(/^([0-9a-f]{16})*$/)),
});

export interface DonorSend {
  json(to: MemberId, message: StateRequest): void;
  state(to: MemberId, bytes: Uint8Array): Promise<void>;
}

/** Frames in order; rejects when the link closes meanwhile. */
export async function donate(
  holding: Holding | undefined,
  to: MemberId,
  request: StateRequest,
  send: DonorSend,
): Promise<void> {
  if (request.kind === 'refused') return;
  if (holding?.digest !== request.digest) {
    send.json(to, {
      kind: 'refused',
      digest: request.digest,
      why: `this replica holds ${holding?.digest ?? 'nothing'}`,
    });
    return;
  }
  switch (request.kind) {
    case 'manifest': {
      const text = utf8(
        JSON.stringify({
          state: encodeRunState(holding.state),
          head: toHex(readHead(holding.tensors)),
          hashes: toHex(bytesOf(holding.hashes)),
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
        if (block >= blockCount(holding.tensors.parameters.length)) continue;
        const header = { ...emptyHeader, type: 'state', phase: blockPhase, segment: block } as const;
        await send.state(to, encodeFrame(header, readBlock(holding.tensors, block)));
      }
      return;
    default:
      request satisfies never;
  }
}
