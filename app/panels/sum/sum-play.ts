// A sum at one moment: what each member holds of each chunk, and what is on its way. One bucket is played at a time.
// Invariants: a transfer counts at its receiver once it has landed. It leaves no earlier than what it carries came to its
// sender, whatever the clocks of a recording say.
import { partsOf, type DrawnSum, type DrawnTransfer } from './drawn-sum';

type SumPhase = 'alone' | 'begin' | 'add' | 'copy' | 'update' | 'equal' | 'lost';

export interface Flying extends DrawnTransfer {
  /** The part of its way behind it, 0 … 1. */
  readonly share: number;
}

export interface SumState {
  readonly phase: SumPhase;
  /** The part of `update` or `lost` that has passed, 0 … 1. */
  readonly phaseShare: number;
  readonly flying: readonly Flying[];
  /** The last round that began, from 1; 0 before. */
  readonly round: number;
  /** The number of parts in a chunk at a member. */
  count(member: number, chunk: number): number;
  has(member: number, chunk: number, part: number): boolean;
  isWhole(member: number, chunk: number): boolean;
  /** Messages and bytes that a member has sent, and that have landed. */
  messages(member: number): number;
  bytes(member: number): number;
}

export interface SumPlay {
  readonly sum: DrawnSum;
  readonly bucket: number;
  /** The attempt at the same step that came to nothing: it is played first. */
  readonly before?: SumPlay;
  readonly chunks: number;
  /** The parts that make a chunk whole. */
  readonly parts: readonly number[];
  readonly rounds: number;
  /** What the picture's time is made of. A picture at `endMs` is at rest. */
  readonly movesMs: number;
  readonly endMs: number;
  /** The end of each round, later than that of the round before. */
  readonly roundEndsMs: readonly number[];
  readonly transfers: readonly DrawnTransfer[];
  /** Valid until the next call. */
  at(ms: number): SumState;
}

export function playOf(sum: DrawnSum, bucket = 0): SumPlay {
  const transfers = inOrder(sum.transfers.filter((each) => each.bucket === bucket));
  const rounds = transfers.reduce((most, { round }) => Math.max(most, round + 1), 0);
  const roundEndsMs = Array.from({ length: rounds }, () => 0);
  for (const { round, endMs } of transfers) roundEndsMs[round] = Math.max(roundEndsMs[round], endMs);
  for (let round = 1; round < rounds; round++)
    roundEndsMs[round] = Math.max(roundEndsMs[round], roundEndsMs[round - 1]);
  const ended = sum.ended;
  const wholeMs = roundEndsMs.at(-1) ?? 0;
  const movesMs = ended ? Math.min(ended.atMs, wholeMs) : wholeMs;
  const afterMs = rounds === 0 ? 0 : wholeMs / rounds;
  const endMs = movesMs + afterMs;
  const hold = holdOf(sum, transfers);
  const lastAddMs = transfers.reduce(
    (last, { kind, endMs: at }) => (kind === 'add' ? Math.max(last, at) : last),
    0,
  );

  const phaseAt = (ms: number): SumPhase => {
    if (rounds === 0) return 'alone';
    if (ended && ms >= movesMs) return 'lost';
    if (ms >= endMs) return 'equal';
    if (ms >= movesMs) return 'update';
    if (ms <= 0) return 'begin';
    return ms < lastAddMs ? 'add' : 'copy';
  };

  return {
    sum,
    bucket,
    ...(sum.before ? { before: playOf(sum.before) } : {}),
    chunks: sum.chunks,
    parts: partsOf(sum),
    rounds,
    movesMs,
    endMs,
    roundEndsMs,
    transfers,
    at(ms) {
      const shownMs = Math.min(ms, movesMs);
      hold.to(ended ? shownMs : ms);
      const flying = transfers
        .filter(({ startMs, endMs: lands }) => startMs < shownMs && shownMs < lands)
        .map((each) => ({ ...each, share: (shownMs - each.startMs) / (each.endMs - each.startMs) }));
      const phase = phaseAt(ms);
      const begun = transfers.reduce(
        (most, { startMs, round }) => (startMs < ms ? Math.max(most, round + 1) : most),
        0,
      );
      return {
        phase,
        phaseShare: afterMs === 0 ? 1 : Math.min(1, Math.max(0, (ms - movesMs) / afterMs)),
        flying,
        round: begun,
        ...hold.state,
      };
    },
  };
}

/** What has landed, kept from moment to moment: time mostly goes on. */
function holdOf(sum: DrawnSum, transfers: readonly DrawnTransfer[]) {
  const size = sum.members.length;
  const { chunks } = sum;
  const whole = partsOf(sum);
  const landing = [...transfers].sort((a, b) => a.endMs - b.endMs || a.round - b.round);
  const held = new Uint8Array(size * chunks * size);
  const counts = new Uint16Array(size * chunks);
  const messages = new Uint32Array(size);
  const bytes = new Float64Array(size);
  let landed = 0;
  let lastMs = -1;
  const add = (member: number, chunk: number, part: number): void => {
    const at = (member * chunks + chunk) * size + part;
    if (held[at] === 1) return;
    held[at] = 1;
    counts[member * chunks + chunk]++;
  };
  const begin = (): void => {
    for (const each of [held, counts, messages, bytes]) each.fill(0);
    landed = 0;
    for (let member = 0; member < size; member++)
      if (whole.includes(member)) for (let chunk = 0; chunk < chunks; chunk++) add(member, chunk, member);
  };
  begin();
  return {
    to(ms: number): void {
      if (ms < lastMs) begin();
      lastMs = ms;
      for (; landed < landing.length && landing[landed].endMs <= ms; landed++) {
        const { from, to, chunk, parts, bytes: size_ } = landing[landed];
        for (const part of parts) add(to, chunk, part);
        messages[from]++;
        bytes[from] += size_;
      }
    },
    state: {
      count: (member: number, chunk: number) => counts[member * chunks + chunk],
      has: (member: number, chunk: number, part: number) =>
        held[(member * chunks + chunk) * size + part] === 1,
      isWhole: (member: number, chunk: number) => counts[member * chunks + chunk] === whole.length,
      messages: (member: number) => messages[member],
      bytes: (member: number) => bytes[member],
    },
  };
}

/** The transfers by round, none of them earlier than those that brought its parts to its sender. A chunk of several
 *  segments goes on while it still comes, and clocks of two members differ: the picture shows it whole, then going on. */
function inOrder(transfers: readonly DrawnTransfer[]): readonly DrawnTransfer[] {
  const byRound = [...transfers].sort((a, b) => a.round - b.round);
  const into = new Map<string, DrawnTransfer[]>();
  return byRound.map((each) => {
    const { from, to, chunk, kind, parts } = each;
    const here = into.get(`${from} ${chunk}`) ?? [];
    const needed = here.filter(
      (one) => kind === 'copy' || (one.kind === 'add' && one.parts.every((part) => parts.includes(part))),
    );
    const startMs = needed.reduce((latest, one) => Math.max(latest, one.endMs), each.startMs);
    const moved =
      startMs === each.startMs ? each : { ...each, startMs, endMs: Math.max(each.endMs, startMs + leastMs) };
    const there = `${to} ${chunk}`;
    into.set(there, [...(into.get(there) ?? []), moved]);
    return moved;
  });
}

/** Shorter than any message takes, and still a way on the screen. */
const leastMs = 0.05;

/** The parts in the fullest chunk anywhere, and the chunks that oneself, or the first member, has whole. */
export function furthest(play: SumPlay, state: SumState): { readonly added: number; readonly whole: number } {
  const { members } = play.sum;
  const self = Math.max(
    0,
    members.findIndex(({ isSelf }) => isSelf),
  );
  let added = 0;
  let whole = 0;
  for (let chunk = 0; chunk < play.chunks; chunk++) {
    if (state.isWhole(self, chunk)) whole++;
    for (let member = 0; member < members.length; member++)
      added = Math.max(added, state.count(member, chunk));
  }
  return { added, whole };
}

/** The end of the round that is under way, or of the next one: where one step leads. */
export function stepAfter({ roundEndsMs, movesMs, endMs, sum }: SumPlay, ms: number): number {
  if (ms >= endMs) return 0;
  if (ms >= movesMs) return endMs;
  const next = roundEndsMs.find((end) => end > ms) ?? endMs;
  return sum.ended ? Math.min(next, movesMs) : next;
}
