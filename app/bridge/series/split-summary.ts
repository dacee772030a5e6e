// Where each step's time goes, per peer, averaged over the latest records; and which peer the ring waits for.
import { t } from '@lingui/core/macro';
import type { StepRecord, StepSplit } from '../../../src/replica/protocol';
import { isSameMode } from '../../../src/train/metrics/of-sync';

export const splitParts = ['computeMs', 'overlappedMs', 'exposedMs', 'waitingMs', 'otherMs'] as const;
export type SplitPart = (typeof splitParts)[number];

export interface SplitSummary {
  /** Peer id → mean ms per part. */
  readonly perPeer: ReadonlyMap<string, Readonly<Record<SplitPart, number>>>;
  /** overlapped / (overlapped + exposed), over all peers; undefined when nothing was communicated. */
  readonly hiddenShare: number | undefined;
  /** The peer that the others wait for longest, and the share of their steps that they wait for it. */
  readonly waitedFor: { readonly peer: string; readonly share: number } | undefined;
  readonly steps: number;
}

/** Only the last `window` records of the newest generation, since members change with it, and of the newest mode. */
export function summariseSplits(records: readonly StepRecord[], window = 20): SplitSummary {
  const last = records[records.length - 1];
  const recent = records
    .slice(-window)
    .filter((record) => record.generation === last.generation && isSameMode(record, last));
  const sums = new Map<string, { count: number; parts: Record<SplitPart, number> }>();
  /** Peer id → ms that others waited, where they name it. */
  const waited = new Map<string, number>();
  let overlapped = 0;
  let exposed = 0;
  for (const record of recent) {
    for (const [peer, split] of Object.entries(record.splits)) {
      const sum = sums.get(peer) ?? { count: 0, parts: emptyParts() };
      sums.set(peer, sum);
      sum.count++;
      for (const part of splitParts) sum.parts[part] += split[part];
      overlapped += split.overlappedMs;
      exposed += split.exposedMs;
      if (split.waitedFor) waited.set(split.waitedFor, (waited.get(split.waitedFor) ?? 0) + split.waitingMs);
    }
  }
  const perPeer = new Map(
    [...sums].map(([peer, { count, parts }]) => [peer, scaleParts(parts, 1 / count)] as const),
  );
  const most = [...waited].sort((a, b) => b[1] - a[1])[0];
  const othersMs = [...sums]
    .filter(([peer]) => peer !== most?.[0])
    .reduce((sum, [, { parts }]) => sum + wallMs(parts), 0);
  return {
    perPeer,
    hiddenShare: overlapped + exposed > 0 ? overlapped / (overlapped + exposed) : undefined,
    waitedFor: most && othersMs > 0 ? { peer: most[0], share: most[1] / othersMs } : undefined,
    steps: recent.length,
  };
}

export function wallMs(parts: Readonly<Record<SplitPart, number>>): number {
  return splitParts.reduce((sum, part) => sum + parts[part], 0);
}

/** Also while bytes moved under it. */
export function computingMs({ computeMs, overlappedMs }: Readonly<Record<SplitPart, number>>): number {
  return computeMs + overlappedMs;
}

/** A peer is named only if the others wait for it in at least this share of their time. */
export const leastWaits = 0.1;

/** Why the ring waits for this member: its computing is longer than all others' by most of what they wait, or what it sends
 *  comes late for another reason. undefined: it is not the one that the ring waits for. */
export function whyWaited(
  { perPeer, waitedFor }: SplitSummary,
  member: string,
): 'computing' | 'sending' | undefined {
  if (waitedFor?.peer !== member || waitedFor.share < leastWaits) return undefined;
  const mine = perPeer.get(member);
  const others = [...perPeer].flatMap(([id, parts]) => (id === member ? [] : [parts]));
  if (!mine || others.length === 0) return 'sending';
  const waits = others.reduce((sum, { waitingMs }) => sum + waitingMs, 0) / others.length;
  const more = computingMs(mine) - Math.max(...others.map(computingMs));
  return more > 0 && more >= waits / 2 ? 'computing' : 'sending';
}

export const partWords: Readonly<Record<SplitPart, () => string>> = {
  computeMs: () => t`compute`,
  overlappedMs: () => t`overlapped`,
  exposedMs: () => t`exposed`,
  waitingMs: () => t`waiting`,
  otherMs: () => t`other`,
};

function emptyParts(): Record<SplitPart, number> {
  return { computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0 };
}

function scaleParts(parts: Pick<StepSplit, SplitPart>, by: number): Record<SplitPart, number> {
  return {
    computeMs: parts.computeMs * by,
    overlappedMs: parts.overlappedMs * by,
    exposedMs: parts.exposedMs * by,
    waitingMs: parts.waitingMs * by,
    otherMs: parts.otherMs * by,
  };
}
