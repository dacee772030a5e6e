// Where one step's wall time went at one replica. Interval algebra over the measurements makes the five parts add up to
// the wall time.

/** The split in ms; the five parts add up to `wallMs`. */
export interface StepSplit {
  /** Forward, backward and readback, with no communication running. */
  readonly computeMs: number;
  /** Communication hidden under compute: bytes moving while the backward still ran. */
  readonly overlappedMs: number;
  /** Communication after compute had ended. */
  readonly exposedMs: number;
  /** Waiting for a peer: its record, or its first byte. */
  readonly waitingMs: number;
  /** Update, upload, evaluation, bookkeeping. */
  readonly otherMs: number;
  readonly wallMs: number;
  /** The member that it waited for longest, if any. */
  readonly waitedFor?: string;
}

/** [start, end) in clock ms. */
export type Interval = readonly [start: number, end: number];

/** When the bytes of one bucket moved. */
export interface BucketTransfers {
  readonly sending: readonly Interval[];
  readonly receiving: readonly Interval[];
}

export interface StepTrace {
  readonly wall: Interval;
  readonly compute: readonly Interval[];
  /** Some bucket between its first byte from the predecessor and its last. */
  readonly moving: readonly Interval[];
  /** Blocked on a peer, named. */
  readonly waiting: readonly { readonly interval: Interval; readonly member: string }[];
}

/** A stretch of the wall time that one cause explains. */
export interface StepPart {
  readonly kind: 'compute' | 'overlapped' | 'exposed' | 'waiting' | 'other';
  readonly interval: Interval;
  /** Waited for. */
  readonly member?: string;
}

/** Every instant of the wall time goes to the first that applies: compute ∧ moving, compute, moving, waiting, other. In
 *  order of time, one after the other. */
export function partsOf(trace: StepTrace): readonly StepPart[] {
  const cuts = new Set<number>(trace.wall);
  const inside = ([start, end]: Interval): Interval => [
    Math.max(start, trace.wall[0]),
    Math.min(end, trace.wall[1]),
  ];
  const compute = trace.compute.map(inside);
  const moving = trace.moving.map(inside);
  const waiting = trace.waiting.map(({ interval, member }) => ({ interval: inside(interval), member }));
  for (const [start, end] of [...compute, ...moving, ...waiting.map((w) => w.interval)])
    if (end > start) cuts.add(start).add(end);
  const edges = [...cuts].sort((a, b) => a - b);

  const covers = (intervals: readonly Interval[], at: number): boolean =>
    intervals.some(([start, end]) => start <= at && at < end);
  return edges.slice(1).map((end, i): StepPart => {
    const interval = [edges[i], end] as const;
    const middle = edges[i] + (end - edges[i]) / 2;
    const isMoving = covers(moving, middle);
    if (covers(compute, middle)) return { kind: isMoving ? 'overlapped' : 'compute', interval };
    if (isMoving) return { kind: 'exposed', interval };
    const wait = waiting.find((one) => covers([one.interval], middle));
    return wait ? { kind: 'waiting', interval, member: wait.member } : { kind: 'other', interval };
  });
}

export function splitStep(trace: StepTrace): StepSplit {
  const sums = { computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0 };
  const waitedMs = new Map<string, number>();
  for (const { kind, interval, member } of partsOf(trace)) {
    const length = interval[1] - interval[0];
    sums[`${kind}Ms`] += length;
    if (member !== undefined) waitedMs.set(member, (waitedMs.get(member) ?? 0) + length);
  }
  const longest = [...waitedMs].sort((a, b) => b[1] - a[1])[0];
  return { ...sums, wallMs: trace.wall[1] - trace.wall[0], ...(longest ? { waitedFor: longest[0] } : {}) };
}
