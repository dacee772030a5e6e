// One member in a succession search: the real reducer, with states, messages and inboxes as small integers. Each
// transition is computed once, for the same few thousand states come back in millions of worlds.
//
// A move is any number of silent arrivals and then one visible event. A silent arrival changes its receiver and sends
// nothing. So nobody can tell when it happened, and it can wait for the receiver's next visible event. A visible event
// is an arrival that sends or installs, a proposal, or a goodbye.
import type { step } from '../membership';
import { outsideAnyView, type MembershipEffect, type MembershipState } from '../membership-state';
import type { MembershipMessage } from '../messages';
import type { View } from '../view';
import { Interner, memoized } from './interner';
import { memberIds, type SuccessionScenario } from './succession-scenarios';

export type Reducer = typeof step;

export interface Sent {
  readonly from: number;
  readonly to: number;
  readonly message: MembershipMessage;
}

export interface Installed {
  readonly member: number;
  readonly view: View;
  readonly previous: View | undefined;
}

/** Numbers of a state, of messages and of installed views. */
export interface Outcome {
  readonly state: number;
  readonly sends: readonly number[];
  readonly installs: readonly number[];
}

export interface Move extends Outcome {
  /** What is left of the inbox. */
  readonly inbox: number;
  readonly kind: 'arrival' | 'proposal' | 'goodbye';
}

interface LocalState {
  readonly member: number;
  readonly state: MembershipState;
  readonly name: string;
}

/** Inputs that are no message. */
const propose = -1;
const leave = -2;

const lineage = '0000abcd';
const notByItself = Infinity;
/** So long ago that any ballot of these searches is near enough (M16), and nobody is mute yet. */
const agoMs = 5_000;

export class SuccessionMembers {
  readonly states = new Interner<LocalState>();
  readonly messages = new Interner<Sent>();
  readonly installs = new Interner<Installed>();
  readonly #inboxes = new Interner<readonly number[]>();
  readonly #proposers: ReadonlySet<number>;

  constructor(
    private readonly scenario: SuccessionScenario,
    private readonly reduce: Reducer,
  ) {
    this.#proposers = new Set(
      scenario.wishes.flatMap(({ member, isKnownOnly }) => (isKnownOnly ? [] : [member])),
    );
  }

  /** All members in one view, each hearing the others and knowing its wishes. */
  begin(): Outcome[] {
    const { size, wishes } = this.scenario;
    const ids = memberIds.slice(0, size);
    const view: View = { lineage, generation: 1, members: ids, ring: ids.map((_, i) => i) };
    return ids.map((id, member) => {
      let state: MembershipState = {
        ...outsideAnyView(id, 7),
        hears: new Set(memberIds.filter((other) => other !== id)),
        installed: view,
        promised: 1,
        installedMs: -agoMs,
        statusDueMs: 1,
        proposeFromMs: notByItself,
      };
      const effects: MembershipEffect[] = [];
      for (const wish of wishes) {
        if (wish.member !== member) continue;
        const result = this.reduce(state, wish.input, 0);
        state = { ...result.state, proposeFromMs: notByItself };
        effects.push(...result.effects);
      }
      return this.#outcome(member, state, effects);
    });
  }

  /** Every move of a member with this inbox. Spends of the scenario's proposals and goodbyes are the caller's. */
  readonly moves = memoized((start: number, inbox: number): readonly Move[] => {
    const mail = this.#inboxes.at(inbox);
    const moves: Move[] = [];
    // `by`: the silent arrivals that lead here, each with the state before it.
    const reached = new Map<number, { before: number; message: number }[]>([[start, []]]);
    for (const [state, by] of reached) {
      const take = (input: number, kind: Move['kind']): void => {
        const outcome = this.#after(state, input);
        const isSilent = outcome.sends.length === 0 && outcome.installs.length === 0;
        if (kind === 'arrival' && isSilent) {
          if (outcome.state === state) return;
          const known = reached.get(outcome.state);
          const step = { before: state, message: input };
          if (known) known.push(step);
          else reached.set(outcome.state, [step]);
        } else if (!by.some((step) => this.#commutes(step, input, outcome)))
          moves.push({ ...outcome, inbox: this.withoutSpent(outcome.state, inbox), kind });
      };
      for (const message of mail) if (!this.isSpent(state, message)) take(message, 'arrival');
      const { member, state: now } = this.states.at(state);
      if (now.phase.kind === 'left' || !now.installed) continue;
      if (this.#proposers.has(member) && now.installed.generation === 1) take(propose, 'proposal');
      take(leave, 'goodbye');
    }
    return moves;
  });

  /** True for a message that can have no effect any more: an answer to a proposal past its stage, or an old view. Ballots
   *  only rise. No scenario searches the succession after the next one. */
  readonly isSpent = memoized((at: number, number: number): boolean => {
    const { installed, proposal, phase, floors } = this.states.at(at).state;
    const { message } = this.messages.at(number);
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
  });

  inboxOf(messages: readonly number[]): number {
    const sorted = [...new Set(messages)].sort((a, b) => a - b);
    return this.#inboxes.numberOf(sorted.join(), sorted);
  }

  readonly withMessage = memoized((inbox: number, message: number) =>
    this.inboxOf([...this.#inboxes.at(inbox), message]),
  );

  readonly union = memoized((a: number, b: number) =>
    this.inboxOf([...this.#inboxes.at(a), ...this.#inboxes.at(b)]),
  );

  readonly withoutSpent = memoized((state: number, inbox: number) =>
    this.inboxOf(this.#inboxes.at(inbox).filter((message) => !this.isSpent(state, message))),
  );

  /** True where the silent arrival can as well come after this event: then the move without it leads as far. */
  #commutes(
    { before, message }: { before: number; message: number },
    input: number,
    { state, sends, installs }: Outcome,
  ): boolean {
    if (input >= 0 && this.isSpent(before, input)) return false;
    const first = this.#after(before, input);
    if (!equalLists(first.sends, sends) || !equalLists(first.installs, installs)) return false;
    if (this.isSpent(first.state, message)) return first.state === state;
    const then = this.#after(first.state, message);
    return then.state === state && then.sends.length === 0 && then.installs.length === 0;
  }

  readonly #after = memoized((at: number, input: number): Outcome => {
    const { member, state } = this.states.at(at);
    if (input === leave) return this.#take(member, state, { kind: 'leave' });
    if (input === propose) {
      // The member's turn has come, or its proposal has timed out.
      const due = { ...state, proposal: undefined, proposeFromMs: -Infinity, pendingSinceMs: -Infinity };
      return this.#take(member, due, { kind: 'tick' });
    }
    const { from, message } = this.messages.at(input);
    return this.#take(member, state, { kind: 'message', from: memberIds[from], message });
  });

  #take(member: number, before: MembershipState, input: Parameters<Reducer>[1]): Outcome {
    const { state, effects } = this.reduce(before, input, 0);
    // Time may pass between any two moves: every proposer may have another ballot (M16).
    const succession = { ...state.succession, turns: new Map() };
    return this.#outcome(member, { ...state, proposeFromMs: notByItself, succession }, effects);
  }

  #outcome(member: number, state: MembershipState, effects: readonly MembershipEffect[]): Outcome {
    const name = nameOf(member, state);
    const sends: number[] = [];
    const installs: number[] = [];
    for (const effect of effects)
      if (effect.kind === 'send') {
        const to = memberIds.indexOf(effect.to);
        const { message } = effect;
        // Gossip is left out, because it only decides when to propose.
        if (to >= this.scenario.size || message.kind === 'status') continue;
        const text = `${member}→${to} ${JSON.stringify(message)}`;
        sends.push(this.messages.numberOf(text, { from: member, to, message }));
      } else if (effect.kind === 'install') {
        const { view, previous } = effect;
        const text = JSON.stringify([member, view, previous]);
        installs.push(this.installs.numberOf(text, { member, view, previous }));
      }
    return { state: this.states.numberOf(name, { member, state, name }), sends, installs };
  }
}

/** All state that decides a member's next actions, without its clock and the parts that the search never changes. */
function nameOf(member: number, state: MembershipState): string {
  const { installed, promised, acked, proposal, leavers, admit, kick, attemptAfter, succession, phase } =
    state;
  if (phase.kind === 'left') return `${member} left`;
  const tried = proposal && {
    ...proposal,
    promises: [...proposal.promises].sort(),
    acknowledgers: [...proposal.acknowledgers].sort(),
    reports: [...proposal.reports].sort(([a], [b]) => (a < b ? -1 : 1)),
    refusedBy: [...proposal.refusedBy].sort(),
  };
  return JSON.stringify([
    member,
    installed,
    promised,
    acked,
    tried,
    [...leavers].sort(),
    admit,
    [...kick],
    attemptAfter,
    succession.waiting,
    [...succession.proposed].sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

function equalLists(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
