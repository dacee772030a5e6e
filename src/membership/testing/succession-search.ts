// The core of a view change, searched whole: the real reducer in every member, a few wishes and proposals, and every
// order in which what is under way may arrive, or never. A death is a member to which nothing comes any more, a lost
// message one that never arrives, a timeout a proposal begun afresh: so neither needs an event of its own, and clocks
// stand still. Gossip is left out, for it only says when to propose. Invariant: one view follows a view (M2, S1).
// Depth first, each world once, by what its members and messages are apart from clocks. What can have no effect any
// more is no part of a world.
import { createHash } from 'node:crypto';
import { step } from '../membership';
import { outsideAnyView, type MembershipInput, type MembershipState } from '../membership-state';
import type { MembershipMessage } from '../messages';
import type { MemberId, View } from '../view';

export interface SearchScenario {
  readonly size: number;
  /** What each proposer wishes for before the search begins. */
  readonly wishes: readonly { readonly member: number; readonly input: MembershipInput }[];
  /** Proposals begun altogether, in any order, by those who wish for something. */
  readonly proposals: number;
  /** Goodbyes, at any time, by anyone. */
  readonly leaves: number;
}

export interface SearchResult {
  readonly states: number;
  readonly transitions: number;
  readonly deepest: number;
  readonly installs: number;
  /** Every reachable world was seen. */
  readonly isWhole: boolean;
  readonly violation: string | undefined;
}

interface Underway {
  readonly from: number;
  readonly to: number;
  readonly message: MembershipMessage;
  readonly text: string;
}

interface World {
  readonly members: readonly MembershipState[];
  readonly underway: readonly Underway[];
  readonly proposals: number;
  readonly leaves: number;
  /** View → how it was decided: it follows the view of this generation. */
  readonly decided: readonly string[];
  readonly trail: Trail | undefined;
}

interface Trail {
  readonly what: string;
  readonly before: Trail | undefined;
}

const lineage = '0000abcd';
const memberIds: readonly MemberId[] = [1, 2, 3, 4, 5].map((n) => n.toString(16).padStart(16, '0'));
const notByItself = Infinity;

const kick = (member: number, victim: number): SearchScenario['wishes'][number] => ({
  member,
  input: { kind: 'kick', peers: [memberIds[victim]] },
});
const admit = (member: number): SearchScenario['wishes'][number] => ({
  member,
  input: { kind: 'admit', peers: [memberIds[4]] },
});
const attempt = (member: number): SearchScenario['wishes'][number] => ({
  member,
  input: { kind: 'new-attempt', generation: 1 },
});

/** By what they are about; `npm test` looks no further than `quick` worlds, and all of those that are fewer. */
export const successionSearches: readonly {
  readonly what: string;
  readonly scenario: SearchScenario;
  readonly quick: number;
}[] = [
  {
    what: 'one would go on without the third, another without the first',
    scenario: { size: 3, wishes: [kick(0, 2), kick(1, 0)], proposals: 2, leaves: 0 },
    quick: 20_000,
  },
  {
    what: 'one would go on without the third, who wants a new attempt',
    scenario: { size: 3, wishes: [kick(1, 2), attempt(2)], proposals: 2, leaves: 0 },
    quick: 20_000,
  },
  {
    what: 'two proposals and a goodbye',
    scenario: { size: 3, wishes: [kick(2, 1), admit(0)], proposals: 2, leaves: 1 },
    quick: 10_000,
  },
  {
    what: 'two proposals among four',
    scenario: { size: 4, wishes: [kick(3, 0), admit(1)], proposals: 2, leaves: 0 },
    quick: 4_000,
  },
  {
    what: 'three proposals',
    scenario: { size: 3, wishes: [kick(2, 1), admit(0), attempt(1)], proposals: 3, leaves: 0 },
    quick: 4_000,
  },
  {
    what: 'three proposals and a goodbye among four',
    scenario: { size: 4, wishes: [kick(3, 1), admit(0)], proposals: 3, leaves: 1 },
    quick: 4_000,
  },
];

export function searchSuccession(scenario: SearchScenario, limit: number): SearchResult {
  const search = new Search();
  const seen = new Set<string>();
  const stack = [begin(scenario, search)];
  let [transitions, deepest] = [0, 0];
  while (stack.length > 0 && search.violation === undefined && seen.size < limit) {
    const world = stack.pop()!;
    for (const next of search.following(world, scenario)) {
      transitions++;
      const name = nameOf(next);
      if (seen.has(name)) continue;
      seen.add(name);
      stack.push(next);
    }
    deepest = Math.max(deepest, stack.length);
  }
  const { installs, violation } = search;
  return { states: seen.size, transitions, deepest, installs, isWhole: stack.length === 0, violation };
}

class Search {
  violation: string | undefined;
  installs = 0;

  *following(world: World, { wishes }: SearchScenario): Generator<World> {
    const { members, underway } = world;
    for (const [i, { from, to, message }] of underway.entries()) {
      const what = `${from}→${to} ${message.kind}`;
      const rest = { ...world, underway: underway.filter((_, other) => other !== i) };
      yield this.take(rest, to, { kind: 'message', from: memberIds[from], message }, what);
    }
    if (world.proposals > 0)
      for (const at of new Set(wishes.map(({ member }) => member)))
        if (members[at].phase.kind !== 'left' && members[at].installed?.generation === 1)
          yield this.propose({ ...world, proposals: world.proposals - 1 }, at);
    if (world.leaves > 0)
      for (const [at, { installed, phase }] of members.entries())
        if (installed && phase.kind !== 'left')
          yield this.take({ ...world, leaves: world.leaves - 1 }, at, { kind: 'leave' }, `${at} leaves`);
  }

  /** Its time has come, or its proposal has timed out. */
  propose(world: World, at: number): World {
    const due = {
      ...world.members[at],
      proposal: undefined,
      proposeFromMs: -Infinity,
      pendingSinceMs: -Infinity,
    };
    const members = world.members.map((member, i) => (i === at ? due : member));
    return this.take({ ...world, members }, at, { kind: 'tick' }, `${at} proposes`);
  }

  take(world: World, at: number, input: MembershipInput, what: string): World {
    const { state, effects } = step(world.members[at], input, 0);
    const still = { ...state, proposeFromMs: notByItself };
    const members = world.members.map((member, i) => (i === at ? still : member));
    const underway = [...world.underway];
    let { decided } = world;
    const trail = { what, before: world.trail };
    for (const effect of effects) {
      if (effect.kind === 'send') {
        const to = memberIds.indexOf(effect.to);
        const { message } = effect;
        if (to >= members.length || message.kind === 'status') continue;
        underway.push({ from: at, to, message, text: `${at}${to}${JSON.stringify(message)}` });
      } else if (effect.kind === 'install') {
        this.installs++;
        decided = this.#decide(decided, at, effect.view, effect.previous, trail);
      }
    }
    const telling = underway.filter(({ to, message }) => !isSpent(members[to], message));
    return { ...world, members, underway: telling, decided, trail };
  }

  /** Whoever installs a view first has decided that it follows the one before; the others are told. */
  #decide(
    decided: readonly string[],
    at: number,
    view: View,
    previous: View | undefined,
    trail: Trail,
  ): readonly string[] {
    const text = JSON.stringify(view);
    const known = decided.find((each) => each.endsWith(text));
    if (!view.members.includes(memberIds[at])) this.#fail(`M5 ${at} installed ${text}`, trail);
    if (known !== undefined || previous?.lineage !== view.lineage) return decided;
    if (view.generation <= previous.generation) this.#fail(`M2 ${at} went back to ${text}`, trail);
    const follows = `after ${previous.generation}: `;
    const other = decided.find((each) => each.startsWith(follows));
    if (other !== undefined) this.#fail(`M2, S1 ${other} and ${text}`, trail);
    return [...decided, follows + text].sort();
  }

  #fail(what: string, trail: Trail): void {
    const steps: string[] = [];
    for (let at: Trail | undefined = trail; at; at = at.before) steps.unshift(at.what);
    this.violation ??= `${what}, by ${steps.join('; ')}`;
  }
}

/** All members in one view and hearing each other; wishes known to those who have them. */
function begin({ size, wishes, proposals, leaves }: SearchScenario, search: Search): World {
  const ids = memberIds.slice(0, size);
  const view: View = { lineage, generation: 1, members: ids, ring: ids.map((_, i) => i) };
  const members = ids.map((id) => ({
    ...outsideAnyView(id, 7),
    hears: new Set(memberIds.filter((other) => other !== id)),
    installed: view,
    promised: 1,
    proposeFromMs: notByItself,
  }));
  let world: World = { members, underway: [], proposals, leaves, decided: [], trail: undefined };
  for (const { member, input } of wishes) world = search.take(world, member, input, `${member} wishes`);
  return world;
}

/** Nothing will ever come of it: answers to a proposal that has passed their stage, and views that are old news. Ballots
 *  only rise. What belongs to the succession after the next one is searched by none of these scenarios. */
function isSpent(
  { installed, proposal, phase, floors }: MembershipState,
  message: MembershipMessage,
): boolean {
  if (phase.kind === 'left') return true;
  if (!installed) return floors.size > 0 && message.kind !== 'install';
  switch (message.kind) {
    case 'prepare':
      return message.previous.generation > 1;
    case 'promise':
      return proposal?.ballot !== message.ballot || proposal.stage !== 'prepare';
    case 'acknowledge':
    case 'refuse':
      return proposal?.ballot !== message.ballot;
    case 'install':
      return message.view.generation <= installed.generation;
    default:
      return false;
  }
}

const names = new WeakMap<MembershipState, string>();

function nameOf({ members, underway, proposals, leaves, decided }: World): string {
  const texts = underway.map(({ text }) => text).sort();
  const all = [...members.map(memberName), proposals, leaves, ...decided, ...texts].join('\n');
  return createHash('sha1').update(all).digest('base64');
}

/** All that decides what a member does next, without its clock and what the search never changes. */
function memberName(state: MembershipState): string {
  let name = names.get(state);
  if (name === undefined) {
    const { installed, promised, acked, proposal, leavers, admit, kick, attemptAfter, phase } = state;
    const isLeft = phase.kind === 'left';
    name = JSON.stringify([
      isLeft || installed,
      promised,
      acked,
      proposal,
      [...leavers].sort(),
      admit,
      kick,
      attemptAfter,
    ]);
    names.set(state, name);
  }
  return name;
}
