// Model checking in small: the real reducer, three members, and every interleaving of a few events, breadth first.
// Messages under way are a set: any of them may arrive next, or never. Time is nondeterministic: each member has its own
// clock, and a `tick` moves it to the member's next due time. So the paths include any relative speed and any order of
// timeouts. Of the statuses on one way only the newest is kept; the older ones count as lost.
import { prng } from '../../base/prng';
import { nextDueMs, step } from '../membership';
import { outsideAnyView, type MembershipInput, type MembershipState } from '../membership-state';
import type { MembershipMessage } from '../messages';
import { quorum } from '../quorum';
import type { MemberId, View } from '../view';

interface Underway {
  readonly from: number;
  readonly to: number;
  readonly message: MembershipMessage;
}

export interface Budget {
  readonly ticks: number;
  readonly deaths: number;
  readonly cuts: number;
  readonly leaves: number;
  readonly attempts: number;
  /** The third member begins outside, and the others may admit it. */
  readonly admits: number;
  /** Statuses that may arrive. With 0, all of them are lost until the fair run. */
  readonly statuses: number;
}

interface World {
  readonly states: readonly MembershipState[];
  readonly nowMs: readonly number[];
  readonly isAlive: readonly boolean[];
  readonly cuts: readonly string[];
  readonly underway: readonly Underway[];
  readonly left: Budget;
  /** History: 'lineage/generation' → view, view → its successor, 'member/ballot' → acknowledged view. */
  readonly views: ReadonlyMap<string, string>;
  readonly successors: ReadonlyMap<string, string>;
  readonly acked: ReadonlyMap<string, string>;
}

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly installs: number;
  readonly fairRuns: number;
  readonly isWhole: boolean;
  readonly violations: readonly string[];
}

const ids: readonly MemberId[] = [1, 2, 3].map((n) => n.toString(16).padStart(16, '0'));
const everyFair = 97;
const walkLength = 40;
/** Rounds of at most a second each: longer than any wait of the rules. */
const fairRounds = 60;

class Checker {
  readonly violations: string[] = [];
  installs = 0;

  input(world: World, at: number, input: MembershipInput, rest: Partial<World> = {}): World {
    const before = { ...world, ...rest };
    const nowMs = before.nowMs[at];
    const was = before.states[at];
    const { state, effects } = step(was, input, nowMs);
    const next = {
      ...before,
      states: before.states.map((each, i) => (i === at ? state : each)),
      underway: [...before.underway],
      views: new Map(before.views),
      successors: new Map(before.successors),
      acked: new Map(before.acked),
    };
    if (state.acked && state.acked !== was.acked) this.#acknowledged(next, at, state);
    for (const effect of effects) {
      if (effect.kind === 'send') send(next, at, ids.indexOf(effect.to), effect.message);
      if (effect.kind === 'install') this.#installed(next, at, effect.view, effect.previous);
    }
    return next;
  }

  /** A member acknowledges one view per ballot. */
  #acknowledged(world: World & { acked: Map<string, string> }, at: number, { acked }: MembershipState): void {
    const name = `${at}/${acked!.previous}/${acked!.ballot}`;
    const text = JSON.stringify(acked!.view);
    const known = world.acked.get(name);
    if (known !== undefined && known !== text)
      this.violations.push(`M3 ${name}: acknowledged ${known} and ${text}`);
    world.acked.set(name, text);
  }

  #installed(
    world: World & { views: Map<string, string>; successors: Map<string, string> },
    at: number,
    view: View,
    previous: View | undefined,
  ): void {
    this.installs++;
    const name = `${view.lineage}/${view.generation}`;
    const text = JSON.stringify(view);
    const known = world.views.get(name);
    if (known !== undefined && known !== text) this.violations.push(`S1 two views ${name}: ${known} ${text}`);
    world.views.set(name, text);
    if (!view.members.includes(ids[at])) this.violations.push(`M5 ${at} installed ${text}`);
    if (known !== undefined || previous?.lineage !== view.lineage) return;
    if (view.generation <= previous.generation) this.violations.push(`M2 ${at} went back to ${name}`);
    const from = `${previous.lineage}/${previous.generation}`;
    const other = world.successors.get(from);
    if (other !== undefined && other !== name)
      this.violations.push(`M2 ${from} is followed by ${other} and ${name}`);
    world.successors.set(from, name);
    // M5: a quorum has acknowledged it at one ballot; leavers do not count.
    const ballots = new Map<string, MemberId[]>();
    for (const [key, what] of world.acked) {
      const [member, before, ballot] = key.split('/');
      if (what === text && Number(before) === previous.generation)
        ballots.set(ballot, [...(ballots.get(ballot) ?? []), ids[Number(member)]]);
    }
    // A member alone acknowledges and installs in one transition, so only the outcome is visible.
    if (ballots.size === 0) ballots.set('its own', [ids[at]]);
    const gone = ids.filter((_, i) => world.states[i].phase.kind === 'left' || !world.states[i].installed);
    if (![...ballots.values()].some((members) => quorum(previous, members, gone).installed))
      this.violations.push(
        `M5 ${name} was installed without a quorum of ${from}: ${JSON.stringify([...ballots])}`,
      );
  }
}

function send(
  world: World & { underway: Underway[] },
  from: number,
  to: number,
  message: MembershipMessage,
): void {
  if (to < 0 || isCut(world, from, to)) return;
  const isStatus = ({ kind }: MembershipMessage): boolean => kind === 'status';
  if (isStatus(message)) {
    if (world.left.statuses === 0) return;
    const at = world.underway.findIndex((m) => m.from === from && m.to === to && isStatus(m.message));
    if (at >= 0) world.underway.splice(at, 1);
  }
  world.underway.push({ from, to, message });
}

function isCut({ cuts }: World, a: number, b: number): boolean {
  return cuts.includes(`${Math.min(a, b)}${Math.max(a, b)}`);
}

/** All worlds that may follow. */
function* successors(world: World, checker: Checker): Generator<World> {
  const { left, underway, isAlive, states } = world;
  const spend = (what: keyof Budget): Budget => ({ ...left, [what]: left[what] - 1 });
  for (let i = 0; i < underway.length; i++) {
    const next = deliver(world, i, checker);
    if (next) yield next;
  }
  for (let at = 0; at < 3; at++) {
    if (!isAlive[at] || states[at].phase.kind === 'left') continue;
    if (left.ticks > 0 && states[at].installed) yield tick(world, at, checker, spend('ticks'));
    for (let other = 0; other < 3; other++)
      if (other !== at && isGone(world, at, other) && !states[at].lost.has(ids[other]))
        yield checker.input(world, at, { kind: 'lost', peer: ids[other] });
    if (left.deaths > 0)
      yield { ...world, isAlive: isAlive.map((alive, i) => alive && i !== at), left: spend('deaths') };
    const { installed } = states[at];
    if (!installed) continue;
    if (left.leaves > 0) yield checker.input(world, at, { kind: 'leave' }, { left: spend('leaves') });
    if (left.attempts > 0)
      yield checker.input(
        world,
        at,
        { kind: 'new-attempt', generation: installed.generation },
        { left: spend('attempts') },
      );
    if (left.admits > 0 && !installed.members.includes(ids[2]) && at !== 2)
      yield checker.input(world, at, { kind: 'admit', peers: [ids[2]] }, { left: spend('admits') });
  }
  if (left.cuts > 0)
    for (const pair of ['01', '02', '12'])
      if (!world.cuts.includes(pair))
        yield {
          ...world,
          cuts: [...world.cuts, pair],
          underway: underway.filter(({ from, to }) => `${Math.min(from, to)}${Math.max(from, to)}` !== pair),
          left: spend('cuts'),
        };
}

function isGone(world: World, at: number, other: number): boolean {
  return !world.isAlive[other] || isCut(world, at, other) || world.states[other].phase.kind === 'left';
}

function deliver(world: World, index: number, checker: Checker): World | undefined {
  const { from, to, message } = world.underway[index];
  if (!world.isAlive[to] || isCut(world, from, to)) return undefined;
  const underway = world.underway.filter((_, i) => i !== index);
  const { statuses } = world.left;
  const left = message.kind === 'status' ? { ...world.left, statuses: statuses - 1 } : world.left;
  return checker.input(world, to, { kind: 'message', from: ids[from], message }, { underway, left });
}

function tick(world: World, at: number, checker: Checker, left: Budget): World {
  const dueMs = nextDueMs(world.states[at], world.nowMs[at]);
  const nowMs = world.nowMs.map((ms, i) => (i === at ? dueMs : ms));
  return checker.input(world, at, { kind: 'tick' }, { nowMs, left });
}

/** Equal for worlds with the same future: times count from each member's now. */
function nameOf(world: World): string {
  const { states, nowMs, underway, ...rest } = world;
  const plain = (value: unknown): unknown =>
    value instanceof Set
      ? [...(value as Set<string>)].sort()
      : value instanceof Map
        ? [...(value as Map<string, unknown>)].sort()
        : value;
  const seen = states.map((state, i) =>
    JSON.stringify(state, (key, value: unknown) =>
      key.endsWith('Ms') && typeof value === 'number' ? Math.max(value - nowMs[i], -20_000) : plain(value),
    ),
  );
  const ways = underway.map((each) => JSON.stringify(each)).sort();
  return JSON.stringify([seen, ways, rest], (_, value: unknown) => plain(value));
}

/** All messages arrive from here on, and time continues: members that can decide must settle in one view. */
function fairRun(start: World, checker: Checker): string | undefined {
  let world: World = { ...start, left: { ...start.left, statuses: Infinity } };
  for (let round = 0; round < fairRounds; round++) {
    for (let i = 0; i < 60 && world.underway.length > 0; i++)
      world = deliver(world, 0, checker) ?? { ...world, underway: world.underway.slice(1) };
    for (let at = 0; at < 3; at++) {
      if (!world.isAlive[at] || world.states[at].phase.kind === 'left') continue;
      for (let other = 0; other < 3; other++)
        if (other !== at && isGone(world, at, other))
          world = checker.input(world, at, { kind: 'lost', peer: ids[other] });
      world = tick(world, at, checker, world.left);
    }
  }
  const inside = [0, 1, 2].filter(
    (i) => world.isAlive[i] && world.states[i].phase.kind !== 'left' && world.states[i].installed,
  );
  const stuck = inside.filter((i) => {
    const { installed, leavers, phase } = world.states[i];
    const mates = inside.filter((other) => other === i || !isCut(world, i, other)).map((other) => ids[other]);
    return phase.kind !== 'steady' && quorum(installed!, mates, leavers.keys()).installed;
  });
  if (stuck.length === 0) return undefined;
  const where = inside.map(
    (i) => `${i}: ${JSON.stringify([world.states[i].installed, world.states[i].phase])}`,
  );
  return `M8 ${stuck.join(' ')} could decide, and did not: ${where.join(' ')} cuts ${world.cuts.join(' ')} alive ${world.isAlive.join(' ')}`;
}

/** `size` members in one view, nothing under way. */
function settled(size: 2 | 3, left: Budget, checker: Checker): World {
  const heard = (self: number): ReadonlySet<MemberId> => new Set(ids.filter((_, i) => i !== self));
  let world: World = {
    states: ids.map((id, i) => ({ ...outsideAnyView(id, 7), hears: heard(i) })),
    nowMs: [0, 0, 0],
    isAlive: [true, true, true],
    cuts: [],
    underway: [],
    left: { ...left, statuses: Infinity },
    views: new Map(),
    successors: new Map(),
    acked: new Map(),
  };
  const calm = (): void => {
    for (let i = 0; i < 200 && world.underway.length > 0; i++) world = deliver(world, 0, checker)!;
  };
  world = checker.input(world, 0, { kind: 'create' });
  for (let n = 1; n < size; n++) {
    world = checker.input(world, 0, { kind: 'admit', peers: [ids[n]] });
    calm();
  }
  for (let round = 0; round < 3; round++)
    for (let at = 0; at < size; at++) {
      world = tick(world, at, checker, world.left);
      calm();
    }
  // The search does not include the history before it.
  return { ...world, underway: [], left, views: new Map(), successors: new Map(), acked: new Map() };
}

/** Breadth first from a settled view of `size`, at most `limit` states; then `walks` seeded paths far beyond them. */
export function explore(size: 2 | 3, left: Budget, limit: number, walks: number): Exploration {
  const checker = new Checker();
  const start = settled(size, left, checker);
  const seen = new Set([nameOf(start)]);
  let level: World[] = [start];
  let transitions = 0;
  let depth = 0;
  let fairRuns = 0;
  let isWhole = true;
  while (level.length > 0 && checker.violations.length === 0 && isWhole) {
    const next: World[] = [];
    depth++;
    for (const world of level)
      for (const after of successors(world, checker)) {
        transitions++;
        const name = nameOf(after);
        if (seen.has(name)) continue;
        if (seen.size >= limit) {
          isWhole = false;
          continue;
        }
        seen.add(name);
        next.push(after);
        if (seen.size % everyFair !== 0) continue;
        fairRuns++;
        const stuck = fairRun(after, checker);
        if (stuck) checker.violations.push(stuck);
      }
    level = next;
  }
  for (let walk = 0; walk < walks && checker.violations.length === 0; walk++) {
    const random = prng('walk', walk);
    let world = start;
    for (let i = 0; i < walkLength; i++) {
      const next = [...successors(world, checker)];
      if (next.length === 0) break;
      world = next[random.below(next.length)];
      transitions += next.length;
    }
  }
  const { installs, violations } = checker;
  return { states: seen.size, transitions, depth, installs, fairRuns, isWhole, violations };
}
