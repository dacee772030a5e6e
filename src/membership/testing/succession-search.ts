// The core of a view change, searched completely, with the real reducer in every member: a few wishes and proposals, and
// messages that arrive in every order, or never. Deaths, lost messages and timeouts need no events. A dead member gets no
// messages, a lost message never arrives, and a timeout is a new proposal; so clocks stand still.
// Invariant: one view follows a view (M2, S1).
//
// The search visits more than can happen, so it proves more than is needed; but a violation may be a false alarm.
// – A message stays in its receiver's inbox, and may arrive many times. Real ones arrive once.
// – Worlds that differ only in their inboxes are one world, with the union of their messages. The promises given and the
//   goodbyes said are part of a world, because the members' states forget who received them.
import { prng } from '../../base/prng';
import { step } from '../membership';
import { Interner, memoized } from './interner';
import { memberIds, type SuccessionScenario } from './succession-scenarios';
import { SuccessionMembers, type Move, type Reducer } from './succession-member';
import { doubled, TupleTable } from './tuple-table';

export interface SearchResult {
  readonly worlds: number;
  readonly moves: number;
  readonly installs: number;
  /** Every reachable world was seen. */
  readonly isWhole: boolean;
  /** What was violated, and the way to it. */
  readonly violation: string | undefined;
}

/** `limit`: worlds. `reduce`: the members' reducer; tests of the search give a wrong one. */
export function searchSuccession(
  scenario: SuccessionScenario,
  limit: number,
  reduce: Reducer = step,
): SearchResult {
  return new Search(scenario, reduce).run(limit);
}

interface World {
  readonly states: readonly number[];
  readonly inboxes: readonly number[];
  readonly proposals: number;
  readonly leaves: number;
  /** The decided views. */
  readonly decided: number;
  /** The promises given and the goodbyes said: the sums of 32 random bits for each, in two independent draws. That two of
   *  10⁸ different sets are taken for one has a probability of 3 · 10⁻⁴. */
  readonly said: readonly [number, number];
}

class Search {
  readonly #members: SuccessionMembers;
  readonly #size: number;
  /** A world without its inboxes: the states, then `proposals`, `leaves`, `decided` and both numbers of `said`. */
  readonly #worlds: TupleTable;
  #inboxes = new Int32Array(1 << 12);
  /** World → the world before it, on the first way to it. */
  #before = new Int32Array(1 << 12);
  /** Worlds to continue from: those from `#next` on, oldest first. Most inboxes are full when their turn comes. */
  readonly #open: number[] = [];
  #next = 0;
  /** 1 for a world among them. */
  #isOpen = new Int32Array(1 << 12);
  readonly #decisions = new Interner<readonly string[]>();
  #moves = 0;
  #installs = 0;
  #violation: string | undefined;

  constructor(
    private readonly scenario: SuccessionScenario,
    reduce: Reducer,
  ) {
    this.#members = new SuccessionMembers(scenario, reduce);
    this.#size = scenario.size;
    this.#worlds = new TupleTable(scenario.size + 5);
  }

  run(limit: number): SearchResult {
    this.#begin();
    while (this.#next < this.#open.length && this.#violation === undefined && this.#worlds.size < limit) {
      const number = this.#open[this.#next++];
      this.#isOpen[number] = 0;
      const world = this.#world(number);
      for (let at = 0; at < this.#size; at++)
        for (const move of this.#members.moves(world.states[at], world.inboxes[at])) {
          if (move.kind === 'proposal' && world.proposals === 0) continue;
          if (move.kind === 'goodbye' && world.leaves === 0) continue;
          this.#moves++;
          this.#visit(this.#after(world, at, move), number);
          if (this.#violation !== undefined) break;
        }
    }
    return {
      worlds: this.#worlds.size,
      moves: this.#moves,
      installs: this.#installs,
      isWhole: this.#next === this.#open.length && this.#violation === undefined,
      violation: this.#violation,
    };
  }

  #begin(): void {
    const { proposals, leaves } = this.scenario;
    const outcomes = this.#members.begin();
    const sent = outcomes.flatMap(({ sends }) => sends);
    const inboxes = outcomes.map((_, at) =>
      this.#members.inboxOf(sent.filter((message) => this.#members.messages.at(message).to === at)),
    );
    const decided = this.#decisions.numberOf('', []);
    const states = outcomes.map(({ state }) => state);
    this.#visit({ states, inboxes, proposals, leaves, decided, said: [0, 0] }, -1);
  }

  #after({ states, inboxes, proposals, leaves, decided, said }: World, at: number, move: Move): World {
    const members = this.#members;
    const nextStates = states.map((state, i) => (i === at ? move.state : state));
    const nextInboxes = inboxes.map((inbox, i) => (i === at ? move.inbox : inbox));
    for (const message of move.sends) {
      const { to } = members.messages.at(message);
      if (!members.isSpent(states[to], message))
        nextInboxes[to] = members.withMessage(nextInboxes[to], message);
      said = this.#say(said, message);
    }
    for (const install of move.installs) {
      this.#installs++;
      decided = this.#decide(decided, install);
    }
    return {
      states: nextStates,
      inboxes: nextInboxes,
      proposals: proposals - (move.kind === 'proposal' ? 1 : 0),
      leaves: leaves - (move.kind === 'goodbye' ? 1 : 0),
      decided,
      said,
    };
  }

  /** Each is said at most once: a ballot is promised once, and a member leaves once. */
  #say(said: World['said'], message: number): World['said'] {
    const { kind } = this.#members.messages.at(message).message;
    if (kind !== 'promise' && kind !== 'leave') return said;
    const random = prng('said', message);
    return [(said[0] + random.uint32()) | 0, (said[1] + random.uint32()) | 0];
  }

  /** The first member to install a view has decided that it follows the one before; the others learn it. */
  readonly #decide = memoized((before: number, install: number): number => {
    const decided = this.#decisions.at(before);
    const { member, view, previous } = this.#members.installs.at(install);
    const text = JSON.stringify(view);
    if (!view.members.includes(memberIds[member])) this.#fail(`M5 ${member} installed ${text}`);
    if (decided.some((each) => each.endsWith(text)) || previous?.lineage !== view.lineage) return before;
    if (view.generation <= previous.generation) this.#fail(`M2 ${member} went back to ${text}`);
    const follows = `after ${previous.generation}: `;
    const other = decided.find((each) => each.startsWith(follows));
    if (other !== undefined) this.#fail(`M2, S1 ${other} and ${text}`);
    const all = [...decided, follows + text].sort();
    return this.#decisions.numberOf(all.join('\n'), all);
  });

  #fail(what: string): void {
    this.#violation ??= what;
  }

  #visit({ states, inboxes, proposals, leaves, decided, said }: World, before: number): void {
    const known = this.#worlds.size;
    const number = this.#worlds.numberOf([...states, proposals, leaves, decided, ...said]);
    const isNew = number === known;
    if (isNew) this.#grow(number, before);
    let hasMore = isNew;
    for (const [i, inbox] of inboxes.entries()) {
      const at = number * this.#size + i;
      const all = isNew ? inbox : this.#members.union(this.#inboxes[at], inbox);
      if (all === this.#inboxes[at] && !isNew) continue;
      this.#inboxes[at] = all;
      hasMore = true;
    }
    if (this.#violation !== undefined) this.#violation += `, by ${this.#wayTo(number)}`;
    if (!hasMore || this.#isOpen[number] === 1) return;
    this.#isOpen[number] = 1;
    this.#open.push(number);
  }

  #grow(number: number, before: number): void {
    if (number >= this.#before.length) {
      this.#before = doubled(this.#before);
      this.#isOpen = doubled(this.#isOpen);
    }
    if ((number + 1) * this.#size > this.#inboxes.length) this.#inboxes = doubled(this.#inboxes);
    this.#before[number] = before;
  }

  #world(number: number): World {
    const n = this.#size;
    const tuple = this.#worlds.at(number);
    const [proposals, leaves, decided, ...said] = tuple.slice(n);
    const inboxes = [...this.#inboxes.subarray(number * n, (number + 1) * n)];
    return { states: tuple.slice(0, n), inboxes, proposals, leaves, decided, said: [said[0], said[1]] };
  }

  #wayTo(number: number): string {
    const steps: string[] = [];
    for (let at = number; this.#before[at] >= 0; at = this.#before[at]) {
      const [before, after] = [this.#world(this.#before[at]).states, this.#world(at).states];
      const moved = after.findIndex((state, i) => state !== before[i]);
      if (moved >= 0) steps.unshift(this.#members.states.at(after[moved]).name);
    }
    return steps.join('; ');
  }
}
