// One step of a ring on a virtual clock. The buckets, the collectives, their messages and the lines are the product's; what
// is chosen is how long a layer computes. So the times are exact, and the same on every device. Sums go one after the other,
// as collectives of one NCCL communicator do.
import { SaidError } from '../../../src/base/said-error';
import { ManualClock } from '../../../src/base/clock';
import { prng } from '../../../src/base/prng';
import { Collective } from '../../../src/collectives/collective';
import { readReduceFrame } from '../../../src/collectives/reduce-frame';
import type { MemberId, View } from '../../../src/membership/view';
import type { EdgeProfile } from '../../../src/net/emulation/edge-profile';
import { decodeFrame } from '../../../src/net/frame/frame';
import { partsOf } from '../../../src/train/metrics/step-split';
import { assignBuckets } from '../../../src/train/reduce/buckets';
import type { Timeline, TimelinePart } from './timeline';
import { VirtualLines } from './virtual-lines';
import { workOf } from './virtual-work';

type BucketSettings = Parameters<typeof assignBuckets>[1];
type Bucket = ReturnType<typeof assignBuckets>[number];

export interface VirtualStep {
  readonly replicas: number;
  readonly layers: number;
  readonly buckets: BucketSettings;
  /** The line of every edge. */
  readonly line: EdgeProfile;
}

export interface VirtualResult {
  readonly timeline: Timeline;
  /** The gradients by replica. */
  readonly gradients: readonly Float32Array[];
  /** The same bits at every replica. */
  readonly sum: Float32Array;
}

/** The longest virtual time: no setting of a lesson comes near. */
const longestMs = 600_000;

/** Rejects with a sentence for people; with the signal's reason when aborted. */
export async function runVirtualStep(step: VirtualStep, signal?: AbortSignal): Promise<VirtualResult> {
  const clock = new ManualClock();
  const turns = openTurns();
  try {
    const ring = begin(step, clock);
    let isOver = false;
    let failure: unknown;
    ring.done.then(
      () => (isOver = true),
      (error: unknown) => {
        isOver = true;
        failure = error;
      },
    );
    for (;;) {
      await turns.next();
      signal?.throwIfAborted();
      if (isOver) break;
      if (!clock.runNext() || clock.now() > longestMs)
        throw new Error(`The ring waits for ${ring.waitsFor()}.`);
    }
    if (failure) throw failure;
    return ring.result();
  } finally {
    turns.close();
  }
}

function begin({ replicas, layers, buckets: settings, line }: VirtualStep, clock: ManualClock) {
  const work = workOf(layers);
  const buckets = assignBuckets(work.tensors, settings);
  const members = Array.from({ length: replicas }, (_, rank) => `replica ${rank}`);
  const view: View = { lineage: '00000001', generation: 1, members, ring: members.map((_, rank) => rank) };
  const lines = new VirtualLines(clock, line);
  const inside = ({ start, end }: Bucket) =>
    work.tensors.filter(({ offset, length }) => offset < end && offset + length > start);
  const readyMs = (bucket: Bucket): number => Math.max(...inside(bucket).map(({ readyMs }) => readyMs));
  const launchMs = (bucket: Bucket): number => (settings.overlap ? readyMs(bucket) : work.endMs);

  const ring = members.map((self) => {
    const random = prng('virtual gradient', self);
    const gradient = Float32Array.from({ length: work.length }, () => random.float() - 0.5);
    const sum = new Float32Array(work.length);
    const sums = buckets.map(
      ({ index, start, end }) =>
        new Collective({
          collective: 'all-reduce',
          topology: 'ring',
          view,
          self,
          clock,
          offset: start,
          key: { lineage: view.lineage, generation: view.generation, step: 1, bucket: index },
          local: gradient.subarray(start, end),
          result: sum.subarray(start, end),
          send: (to, bytes) => lines.send(self, to, bytes, (copy) => receive(self, to, copy)),
        }),
    );
    return { gradient, sum, sums };
  });
  const receive = (from: MemberId, to: MemberId, bytes: Uint8Array): void => {
    const frame = decodeFrame(bytes);
    const read = frame.ok ? readReduceFrame(from, frame.value, () => undefined) : frame;
    if (!read.ok) throw new SaidError(read.error.says);
    ring[members.indexOf(to)].sums[read.value.key.bucket].receive(read.value);
  };
  /** The sums in their order, each once the one before is whole. */
  const sumUp = async (sums: readonly Collective[]): Promise<void> => {
    for (const [index, sum] of sums.entries()) {
      const restMs = launchMs(buckets[index]) - clock.now();
      if (restMs > 0) await new Promise<void>((resolve) => clock.after(restMs, resolve));
      sum.start();
      await sum.done;
    }
  };

  return {
    done: Promise.all(ring.map(({ sums }) => sumUp(sums))),
    waitsFor: () => [...new Set(ring.flatMap(({ sums }) => sums.flatMap((sum) => sum.waitsFor)))].join(', '),
    result: (): VirtualResult => {
      const [first, ...others] = ring;
      if (!others.every(({ sum }) => hasSameBits(sum, first.sum)))
        throw new Error('The replicas’ sums differ.');
      const sums = buckets.map((bucket, index) => {
        const { startedMs, endedMs } = first.sums[index].timings();
        return {
          bytes: 4 * (bucket.end - bucket.start),
          tensors: inside(bucket).length,
          readyMs: readyMs(bucket),
          interval: [startedMs!, endedMs!] as const,
        };
      });
      const endMs = Math.max(work.endMs, ...sums.map(({ interval: [, end] }) => end));
      const { forward, backward } = work;
      const parts = partsOf({
        wall: [0, endMs],
        compute: [[0, work.endMs]],
        moving: sums.map(({ interval }) => interval),
        waiting: [],
      });
      return {
        timeline: {
          forward,
          backward,
          sums,
          gradientBytes: 4 * work.length,
          messages: lines.sentBy(members[0]),
          parts: joined(
            parts.map(({ kind, interval }) => ({ kind: kind as TimelinePart['kind'], interval })),
          ),
        },
        gradients: ring.map(({ gradient }) => gradient),
        sum: first.sum,
      };
    },
  };
}

/** Neighbours of one kind become one part. */
function joined(parts: readonly TimelinePart[]): readonly TimelinePart[] {
  const joined: TimelinePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind)
      joined[joined.length - 1] = { kind: part.kind, interval: [last.interval[0], part.interval[1]] };
    else joined.push(part);
  }
  return joined;
}

function hasSameBits(one: Float32Array, other: Float32Array): boolean {
  const [a, b] = [one, other].map(
    ({ buffer, byteOffset, length }) => new Int32Array(buffer, byteOffset, length),
  );
  return a.every((word, i) => word === b[i]);
}

/** Turns of the event loop between two moments of a virtual clock: promises settle, and the page may draw. Browsers would hold
 *  each timer back for 4 ms; messages come at once. */
interface Turns {
  /** Resolves in the next turn. One at a time. */
  next(): Promise<void>;
  close(): void;
}

function openTurns(): Turns {
  const { port1, port2 } = new MessageChannel();
  let resume: () => void = () => undefined;
  port1.onmessage = () => resume();
  return {
    next: () =>
      new Promise((resolve) => {
        resume = resolve;
        port2.postMessage(0);
      }),
    close: () => port1.close(),
  };
}
