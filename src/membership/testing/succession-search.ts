// The core of a view change, searched completely, with the real reducer in every member. A few wishes and proposals;
// messages arrive in every order, or never. Deaths, lost messages and timeouts need no events. A dead member gets no
// messages, a lost message never arrives, and a timeout is a new proposal; so clocks stand still. Gossip is left out,
// because it only decides when to propose. Invariant: one view follows a view (M2, S1).
// Depth first, each world once; worlds are compared by their members and messages without clocks. Messages without any
// further effect are not part of a world.
import { createHash } from 'node:crypto';
import { step } from '../membership';
import { outsideAnyView, type MembershipInput, type MembershipState } from '../membership-state';
import type { MembershipMessage } from '../messages';
import type { MemberId, View } from '../view';

export interface SearchScenario {
  readonly size: number;
  /** The changes that each proposer wants before the search begins. */
  readonly wishes: readonly { readonly member: number; readonly input: MembershipInput }[];
  /** The number of proposals, in any order, by members that want a change. */
  readonly proposals: number;
  /** The number of goodbyes, at any time, by any member. */
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
  /** Each decided view, with the generation of the view that it follows. */
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

/** The scenarios. `npm test` searches at most `quick` worlds of each, and so all worlds of the small ones. */
export const successionSearches: readonly {
  readonly what: string;
  readonly scenario: SearchScenario;
  readonly quick: number;
}[] = [
  {
    what: 'one member removes the third, another removes the first',
    scenario: { size: 3, wishes: [kick(0, 2), kick(1, 0)], proposals: 2, leaves: 0 },
    quick: 20_000,
  },
  {
    what: 'one member removes the third, which wants a new attempt',
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

  /** The member's turn has come, or its proposal has timed out. */
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
    const effective = underway.filter(({ to, message }) => !isSpent(members[to], message));
    return { ...world, members, underway: effective, decided, trail };
  }

  /** The first member to install a view has decided that it follows the one before; the others learn it. */
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

/** All members in one view, each hearing the others and knowing its wishes. */
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

/** True for a message that can have no effect any more: an answer to a proposal past its stage, or an old view. Ballots
 *  only rise. No scenario searches the succession after the next one. */
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

/** All state that decides a member's next actions, without its clock and the parts that the search never changes. */
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
