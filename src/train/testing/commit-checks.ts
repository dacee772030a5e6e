// What must hold of every committed step of a simulated ring, looked at as it comes: one history per lineage and run
// (S1), whole contributions (S2, S20), and no poison in a sum (S11).
import type { Positions } from '../../data/positions';
import type { RingMember } from '../member/ring-member';
import type { StepRecord } from '../metrics/step-record';
import { shapeOf } from '../run/data-shape';
import type { RunState, StepPlan } from '../run/run-state';
import { outlierLimit } from '../run/usual-norms';
import { jsonDifference } from './state-difference';

interface CheckedReplica {
  readonly id: string;
  readonly member: RingMember;
}

/** The bound of a mean gradient: those of the test models are shorter than 100, poisoned ones longer than 10⁶. */
const outlierNorm = 1e5;

export class CommitChecks {
  /** `lineage/run/step` → digest and contributions, of every committed step of any replica. */
  readonly history = new Map<string, string>();
  readonly violations: string[] = [];
  /** Committed steps (keys of `history`) whose positions were checked; see `#checkPositions`. */
  readonly #accounted = new Set<string>();
  /** `lineage/run/step` → generation, of steps after which every member knew the limit of an outlier (S11). */
  readonly #judged = new Map<string, number>();
  /** Runs that took an outlier before its limit was known, with a codec or with local steps. A fork continues with such a
   *  run's parameters under a lineage of its own, so a run counts in all of them. */
  readonly #spoilt = new Set<StepRecord['run']>();

  constructor(
    readonly replicas: () => readonly CheckedReplica[],
    /** Only poisoned gradients are outliers or not finite. None may enter a sum (S11). */
    readonly hasSoundGradients: boolean,
  ) {}

  /** A replica commits a step. `states`: those that it held, by `run/step`. */
  see(replica: CheckedReplica, record: StepRecord, states: ReadonlyMap<string, RunState>): void {
    const { view } = replica.member.membership;
    const { run } = record;
    const key = `${view?.lineage}/${run}/${record.step}`;
    const { digest, contributions, effectiveBatch, examplesTotal, generation } = record;
    const text = JSON.stringify({ digest, contributions, effectiveBatch, examplesTotal, generation });
    const known = this.history.get(key);
    if (known !== undefined && known !== text)
      this.violations.push(
        `S1 ${key}: ${known} and ${text} at ${replica.member.options.name}: ${jsonDifference(JSON.parse(known), JSON.parse(text))}`,
      );
    this.history.set(key, text);
    const total = Object.values(contributions).reduce((sum, count) => sum + count, 0);
    if (total !== effectiveBatch)
      this.violations.push(
        `S2 ${key}: contributions ${JSON.stringify(contributions)}, batch ${effectiveBatch}`,
      );
    if (Object.values(record.digests).some((other) => other !== digest))
      this.violations.push(`S1 ${key}: committed with digests ${JSON.stringify(record.digests)}`);
    const before = states.get(`${run}/${record.step - 1}`);
    if (this.hasSoundGradients) this.#checkPoison(replica, record, key, before);
    const heldNow = replica.member.replica.held?.state;
    // A member that missed the step continued from the state it was sent, before the header that commits the step (H4).
    const after = heldNow?.step === record.step ? heldNow : states.get(`${run}/${record.step}`);
    // Checked once: the digests show that all hold the same then (S1).
    if (!this.#accounted.has(key) && before?.plan && after) {
      this.#checkPositions(key, before, before.plan, after, contributions);
      this.#accounted.add(key);
    }
  }

  /** S11: no committed sum has a part that is not finite, and no step is skipped because of one. The same holds for
   *  outliers, once all members have known the limit for a step. */
  #checkPoison({ member }: CheckedReplica, record: StepRecord, key: string, state?: RunState): void {
    const { view } = member.membership;
    const { generation, step, run, gradientNorm, isSkipped, worldSize } = record;
    const name = member.options.name;
    const isJudged = worldSize > 1; // without a successor, nothing finds a part spoiled after its own check
    if (isSkipped && isJudged) this.violations.push(`S11 ${key}: the update was not finite, at ${name}`);
    if (member.replica.held?.tensors.parameters.every(Number.isFinite) === false)
      this.violations.push(`S11 ${key}: ${name} holds parameters that are not finite`);
    const before = this.#judged.get(`${view?.lineage}/${run}/${step - 1}`);
    // Another mode begins without a limit (S17b).
    const isKnown = before === generation && outlierLimit(state?.usualNorms ?? [], 'source') !== undefined;
    const isOutlier = gradientNorm > outlierNorm;
    // It stays: in residuals, or in parameters that inner steps changed as far. Honest changes of such parameters are
    // long.
    if (isOutlier && !isKnown && (record.codec !== 'f32' || record.local)) this.#spoilt.add(run);
    if (isJudged && isKnown && isOutlier && !this.#spoilt.has(run))
      this.violations.push(`S11 ${key}: a gradient of length ${gradientNorm} at ${name}`);
    const there = this.replicas().filter(({ id }) => view?.members.includes(id));
    const know = there.every(
      (one) => outlierLimit(one.member.replica.followed?.usualNorms ?? [], 'source') !== undefined,
    );
    if (know && view) this.#judged.set(key, view.generation);
  }

  /** S20: a shard is the next part of its member's stream, and the streams grew by what entered the sum or was given
   *  up. */
  #checkOwn(
    key: string,
    before: RunState,
    plan: StepPlan,
    after: RunState,
    contributions: Readonly<Record<string, number>>,
  ): void {
    const { terms } = shapeOf(before.config.data);
    const consumed = (state: RunState): number => state.own!.reduce((sum, { next }) => sum + next, 0);
    let entered = 0;
    /** The junior's shard of a fingerprint that two members show is behind the senior's (T14). */
    const next = new Map(before.own!.map((stream) => [stream.data, stream.next]));
    for (const { member, count, own } of plan.shards) {
      entered += (contributions[member] ?? 0) / terms;
      const from = own && (next.get(own.data) ?? 0);
      if (own && own.from !== from)
        this.violations.push(`S20 ${key}: ${member} from ${own.from}, not ${from}`);
      if (own) next.set(own.data, own.from + count);
    }
    const givenUp = after.forgotten - before.forgotten;
    if (consumed(after) - consumed(before) !== entered + givenUp)
      this.violations.push(
        `S20 ${key}: streams ${consumed(before)} → ${consumed(after)}, ${entered} entered, ${givenUp} given up`,
      );
  }

  /** S2, by position: the handed-out positions without those to redo grew by exactly the positions in this sum. By
   *  induction every position of [0, cursor), without the redo list and those given up, entered exactly one committed
   *  sum. */
  #checkPositions(
    key: string,
    before: RunState,
    plan: StepPlan,
    after: RunState,
    contributions: Readonly<Record<string, number>>,
  ): void {
    if (before.own) return this.#checkOwn(key, before, plan, after, contributions);
    const planned = flat(plan.positions);
    const entered: number[] = [];
    let at = 0;
    for (const { member, count } of plan.shards) {
      const examples = (contributions[member] ?? 0) / shapeOf(before.config.data).terms;
      if (examples > count)
        this.violations.push(`S15 ${key}: ${member} gave ${examples} examples of ${count}`);
      entered.push(...planned.slice(at, at + examples));
      at += count;
    }
    const [old, now] = [doneIn(before), doneIn(after)];
    const isExact =
      before.step + 1 === after.step &&
      new Set(entered).size === entered.length &&
      entered.every((position) => !old.has(position) && now.has(position)) &&
      now.size === old.size + entered.length + (after.forgotten - before.forgotten) &&
      before.cursor <= after.cursor &&
      !now.toRedo.some((position) => old.has(position)) &&
      (before.step > 0 || old.size === 0);
    if (!isExact)
      this.violations.push(
        `S2 ${key}: ${JSON.stringify([before.cursor, before.redo, plan, contributions])} → ${JSON.stringify([after.cursor, after.redo])}`,
      );
  }

  /** The whole history is complete: no step is missing, and the positions of each were checked. */
  seeWhole(): void {
    const steps = new Map<string, number[]>();
    for (const key of this.history.keys()) {
      const [lineage, run, step] = key.split('/');
      const list = steps.get(`${lineage}/${run}`) ?? [];
      list.push(Number(step));
      steps.set(`${lineage}/${run}`, list);
    }
    for (const key of this.history.keys())
      if (!this.#accounted.has(key)) this.violations.push(`S2 ${key}: nobody saw its plan`);
    for (const [name, list] of steps) {
      list.sort((a, b) => a - b);
      for (let i = 1; i < list.length; i++)
        if (list[i] !== list[i - 1] + 1) this.violations.push(`gap in ${name}: ${list[i - 1]}, ${list[i]}`);
    }
  }
}

/** The positions of [0, cursor) that are not to redo: a set of thousands, known by the few that it lacks. */
function doneIn({ cursor, redo }: RunState) {
  const open = new Set(flat(redo));
  const toRedo = [...open];
  return {
    toRedo,
    size: cursor - toRedo.filter((position) => position < cursor).length,
    has: (position: number): boolean => position < cursor && !open.has(position),
  };
}

function flat(positions: Positions): number[] {
  return positions.flatMap(([start, count]) => Array.from({ length: count }, (_, i) => start + i));
}
