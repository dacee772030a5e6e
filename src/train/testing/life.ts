// One life of a simulated ring: the caller decides what happens to it, act by act. In the end all living replicas must
// finish in one ring. Every commit is checked as it comes (S1, S2, S3). No replica may be without a quorum, or wait for
// anything, longer than the rules' deadlines while it could continue (S4, S5).
import { assert } from '../../base/assert';
import type { RandomSource } from '../../base/prng';
import type { Dataset } from '../../data/dataset';
import type { MemberId, View } from '../../membership/view';
import { EngineError, type Engine } from '../../model/engine';
import { hashText, type RunConfig } from '../run/run-config';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';
import type { LifeAct, LifeOptions, LifeStep } from './life-script';
import { QuorumWatch } from './quorum-watch';

/** Before that the survivor of two has not gone on alone yet (M8). */
const strandedMs = 11_000;
/** 507 of 10,000 lives ended without a quorum; among few lives chance decides. */
export function mostStranded(lives: number): number {
  return Math.floor(0.08 * lives) + 3;
}

/** The time between two looks, in simulated time. A look at every replica at each event would be most of the work. */
const lookEveryMs = 50;
/** Lives to the end in one ring, once all is mended. */
const endLimitMs = 180_000;

export interface LifeSources {
  readonly random: RandomSource;
  readonly dataset?: (config: RunConfig) => Dataset;
  readonly wrapEngine?: (engine: Engine, config: RunConfig) => Engine;
}

export class Life {
  readonly ring: SimulatedRing;
  /** What was done so far. */
  readonly steps: LifeStep[] = [];
  readonly #failing = new Set<number>();
  readonly #slowed = new Map<number, number>();
  readonly #watch: QuorumWatch;
  #sinceMs = 0;

  constructor(
    seed: number,
    options: Omit<LifeOptions, 'size'>,
    { random, dataset, wrapEngine = (engine) => engine }: LifeSources,
  ) {
    const { config, conditions, isSparse, slowness = 1, machines } = options;
    this.ring = new SimulatedRing({
      ...{ seed, random, config, conditions, isSparse },
      ...(dataset ? { dataset } : {}),
      ...(machines ? { machineOf: (index: number) => index % machines } : {}),
      hasSoundGradients: true,
      computeMs: (r, index) => Math.max(slowness, this.#slowed.get(index) ?? 1) * (2 + r.below(60)),
      wrapEngine: (engine, index, config) => this.#failingEngine(wrapEngine(engine, config), index),
    });
    this.#watch = new QuorumWatch(this.ring);
  }

  async begin(size: number): Promise<void> {
    for (let i = 0; i < size; i++) this.ring.add();
    await this.ring.formed(size);
    this.ring.submit({ kind: 'start' });
  }

  async runFor(ms: number): Promise<void> {
    if (ms === 0) return;
    this.#waited();
    this.#sinceMs = ms;
    await this.#watch.runFor(ms);
  }

  /** An act that is no longer possible is skipped: its replica has left, for example. */
  act(act: LifeAct): void {
    if (act.do === 'wait') return;
    this.steps.push({ afterMs: this.#sinceMs, ...act });
    this.#sinceMs = 0;
    const { ring } = this;
    const { network } = ring;
    switch (act.do) {
      case 'join':
        ring.add();
        return;
      case 'kill':
        return ring.kill(this.#replica(act.replica), act);
      case 'kill at a frame': {
        const { id } = this.#replica(act.replica);
        return network.killAtFrame(id, network.framesOf(id) + act.frames, act);
      }
      case 'leave':
        return this.#replica(act.replica).member.leave();
      case 'cut':
        for (const [a, b] of act.pairs) ring.cut(this.#replica(a), this.#replica(b));
        return;
      case 'silence':
        return ring.silence(this.#replica(act.from), this.#replica(act.to));
      case 'freeze':
        return network.freeze(this.#replica(act.replica).id);
      case 'mend':
        for (const index of act.thaw) network.thaw(this.#replica(index).id);
        for (const [a, b] of act.pairs) ring.mend(this.#replica(a), this.#replica(b));
        return;
      case 'path':
        return network.setConditions(this.#replica(act.from).id, this.#replica(act.to).id, act.conditions);
      case 'fail a gradient':
        this.#failing.add(act.replica);
        return;
      case 'slow':
        this.#slowed.set(act.replica, act.times);
        return;
      case 'order':
        return ring.submit(act.command, act.to === undefined ? undefined : this.#replica(act.to));
      case 'hand over':
        return void ring.offerHosting(this.#replica(act.heir), this.#replica(act.to));
      case 'take back':
        return ring.publish({ kind: 'hand-over', heir: null }, this.#replica(act.to));
      case 'end the room':
        return ring.endRoom(this.#replica(act.to));
      default:
        return act satisfies never;
    }
  }

  /** All living replicas finish in one ring. `happened`: for the message when they do not. */
  async end(happened: () => string): Promise<void> {
    this.#waited();
    const { ring } = this;
    const calmMs = ring.clock.now();
    let lookedMs = calmMs;
    const isOver = (): boolean => {
      const nowMs = ring.clock.now();
      if (nowMs < lookedMs + lookEveryMs) return ring.living.length === 0;
      lookedMs = nowMs;
      startAgain(ring);
      return isDone(ring) || (nowMs > calmMs + strandedMs && isStranded(ring));
    };
    await ring.until(`the end in one ring, ${happened()}`, isOver, endLimitMs);
  }

  /** No act followed the last time that ran. */
  #waited(): void {
    if (this.#sinceMs > 0) this.steps.push({ afterMs: this.#sinceMs, do: 'wait' });
    this.#sinceMs = 0;
  }

  /** More than half of the members, or all current ones, were lost at once: no member may advance (S4). */
  get isStranded(): boolean {
    return !isDone(this.ring);
  }

  /** Hash of every commit and every view, with replica and time. */
  get course(): string {
    return hashText(this.ring.course.join('\n'));
  }

  /** The same without times: equal before and after a change that only moves or renames. */
  get history(): string {
    return hashText(this.ring.course.map((entry) => entry.slice(entry.indexOf(' ') + 1)).join('\n'));
  }

  #replica(index: number): SimulatedReplica {
    const replica = this.ring.replicas[index];
    assert(replica, `replica ${index} has come`);
    return replica;
  }

  #failingEngine(engine: Engine, index: number): Engine {
    return {
      ...engine,
      gradient: (...call) =>
        this.#failing.delete(index)
          ? Promise.reject(new EngineError('gpu-error', 'a test'))
          : engine.gradient(...call),
    };
  }
}

/** No replica can decide anything, and each of them is right about that. */
function isStranded(ring: SimulatedRing): boolean {
  const { living } = ring;
  if (living.length === 0) return false;
  const phases = living.map(({ member }) => member.membership.phase.kind);
  if (!phases.every((kind) => kind === 'no-quorum' || kind === 'outside')) return false;
  // M9: a replica that knows of the run opens it again.
  if (
    living.every(({ member }) => !member.membership.view) &&
    living.some(({ member }) => member.replica.ready)
  )
    return false;
  for (const { member } of living) {
    const { view } = member.membership;
    if (!view) continue;
    const here = living.filter((other) => other.member.membership.view?.lineage === view.lineage);
    const members = here.map(({ id }) => id);
    if (areQuorum(view, members))
      ring.violations.push(
        `S4 ${member.options.name} says it has no quorum of ${JSON.stringify(view)}: ${members.join()} are one`,
      );
  }
  return true;
}

/** M4 by itself: more than half, or half with the most senior. A member that said goodbye counts as gone. */
function areQuorum({ members }: View, here: readonly MemberId[]): boolean {
  const present = members.filter((member) => here.includes(member)).length;
  const absent = members.length - present;
  return present > absent || (present === absent && here.includes(members[0]));
}

/** Acts as a host would. Either every source of a step withheld its gradient (S7), or a start was lost together with
 *  the only replica that had it. */
function startAgain(ring: SimulatedRing): void {
  const states = ring.living.map(({ member }) => member.trainer.state);
  const areAll = (status: string): boolean => states.every((state) => state?.status === status);
  if (states.length === 0 || !(areAll('diverged') || areAll('paused'))) return;
  if (new Set(states.map((state) => state?.appliedCommand)).size > 1 || !ring.isOneRing()) return;
  if (areAll('diverged'))
    ring.submit({ kind: 'set-learning-rate', learningRate: states[0]!.learningRate * 0.1 });
  ring.submit({ kind: 'start' });
}

/** The life ends in the lobby when the current members left before the newcomers had the state, and the run began
 *  again. */
function isDone(ring: SimulatedRing): boolean {
  const { living } = ring;
  return (
    living.length === 0 ||
    (ring.isOneRing() &&
      !living.some(({ member }) => member.board.isEnded) &&
      living.every(({ member }) => ['finished', 'lobby'].includes(member.replica.held?.state.status ?? '')) &&
      new Set(living.map(({ member }) => member.replica.held!.digest)).size === 1)
  );
}
