// Runs membership: feeds the pure reducer with messages, heartbeats and time, and carries out its effects. Each installed
// view has a signal that aborts when the next view is installed or this replica goes outside.
import { logged, say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import type { RandomSource } from '../../base/prng';
import { linksNeeded } from '../../membership/links-needed';
import { Member } from '../../membership/member';
import type { MembershipEffect, MembershipInput, MembershipPhase } from '../../membership/membership-state';
import { isBrokenLink } from '../../membership/broken-links-of';
import type { MemberId, View } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import type { Hub } from './hub';
import { MemberLinks } from './member-links';
import { MembershipLimit } from './membership-limit';

export interface ViewChange {
  /** undefined: this replica was in no view. */
  readonly previous: View | undefined;
  readonly view: View;
  /** Members of the previous view that said goodbye, and those that were lost, as far as this replica knows. */
  readonly left: readonly MemberId[];
  readonly lost: readonly MemberId[];
}

export interface MembershipDriverEvents {
  readonly installed: View;
  /** The change and its reason, at the same moment. */
  readonly 'view-change': ViewChange;
  /** The ring went on without this replica, or it gave up its lineage: it is outside now. */
  readonly outside: {
    readonly why: Saying;
    /** The view that it is not in, if it was told one. */
    readonly without?: View | undefined;
  };
  /** A peer is a member of another lineage. */
  readonly contact: { readonly peer: MemberId };
  /** A member wants view after view without a cause (M20), or a peer sends more than its share (M15). */
  readonly offence: { readonly peer: MemberId; readonly what: 'asks-again' | 'floods' };
  readonly phase: MembershipPhase;
  /** An input of the reducer, and its effects. */
  readonly stepped: {
    readonly input: MembershipInput;
    readonly effects: readonly MembershipEffect[];
  };
  /** A peer became live, silent, lost or unwatched. */
  readonly liveness: { readonly peer: MemberId };
}

/** The installed view; `signal` aborts when it ends for this replica. */
export interface ViewSession {
  readonly view: View;
  readonly signal: AbortSignal;
}

/** Half a ping interval: a change of liveness is noticed that much later at most. */
const lookEveryMs = 250;

const inputOf = { live: 'heard', silent: 'silent', lost: 'lost', unwatched: 'unwatched' } as const;

export class MembershipDriver extends Emitter<MembershipDriverEvents> {
  readonly links: MemberLinks;
  readonly #member: Member;
  readonly #limit: MembershipLimit;
  #session: (ViewSession & { readonly abort: AbortController }) | undefined;
  #cancelLook = (): void => undefined;
  #isOver = false;

  constructor(
    readonly self: MemberId,
    readonly hub: Hub,
    readonly clock: Clock,
    seed: number,
    random?: RandomSource,
  ) {
    super();
    this.#limit = new MembershipLimit(clock);
    this.#member = new Member({
      self,
      seed,
      random,
      clock,
      // The next status repairs what a closing link loses.
      send: (to, bytes) => void hub.send(to, 'membership', bytes).catch(() => undefined),
      onEffect: (effect) => this.#execute(effect),
      onStep: (input, effects) => this.emit('stepped', { input, effects }),
    });
    this.links = new MemberLinks(hub, clock, (peer, liveness) => {
      this.input({ kind: inputOf[liveness], peer });
      this.emit('liveness', { peer });
    });
    hub.on('opened', () => this.look());
    hub.on('closed', () => this.look());
    this.look();
  }

  get session(): ViewSession | undefined {
    return this.#session;
  }

  get view(): View | undefined {
    return this.#session?.view;
  }

  get phase(): MembershipPhase {
    return this.#member.state.phase;
  }

  /** The peer’s link is live, and membership has been notified. */
  hears(peer: MemberId): boolean {
    return this.#member.state.hears.has(peer);
  }

  isBroken(a: MemberId, b: MemberId): boolean {
    return isBrokenLink(this.#member.state, a, b);
  }

  take(from: MemberId, frame: Frame): void {
    const isMember = this.view?.members.includes(from) === true;
    const allowed = this.#limit.allows(from, isMember, frame.payload.byteLength);
    if (allowed === 'dropped') return;
    if (allowed === 'cut off') {
      this.emit('offence', { peer: from, what: 'floods' });
      this.hub.link(from)?.close('too many membership messages');
      return;
    }
    const taken = this.#member.receive(from, frame);
    if (!taken.ok) this.hub.link(from)?.close(logged(taken.error.says));
  }

  input(input: MembershipInput): void {
    if (!this.#isOver) this.#member.input(input);
  }

  /** Gives up the present lineage; this replica may be admitted again as a newcomer. */
  goOutside(why: Saying, without?: View): void {
    if (!this.#session) return;
    this.input({ kind: 'abandon' });
    this.#leaveSession(logged(why));
    this.emit('outside', { why, without });
  }

  /** Says goodbye to the members; terminal. */
  leave(): void {
    this.input({ kind: 'leave' });
    this.end();
  }

  end(): void {
    this.#isOver = true;
    this.#member.stop();
    this.#cancelLook();
    this.#leaveSession('the replica ended');
  }

  #execute(effect: Exclude<MembershipEffect, { kind: 'send' }>): void {
    switch (effect.kind) {
      case 'install':
        this.#moveTo(effect.view);
        return this.emit('view-change', effect);
      case 'removed': {
        const { generation, members } = effect.view;
        return this.goOutside(
          say('went-on-without-this', { generation, names: members.join(', ') }),
          effect.view,
        );
      }
      case 'contact':
        return this.emit('contact', { peer: effect.peer });
      case 'offence':
        return this.emit('offence', { peer: effect.peer, what: 'asks-again' });
      case 'phase':
        return this.emit('phase', effect.phase);
      default:
        effect satisfies never;
    }
  }

  #moveTo(view: View): void {
    this.#leaveSession(`generation ${view.generation} was installed`);
    const abort = new AbortController();
    this.#session = { view, signal: abort.signal, abort };
    this.emit('installed', view);
  }

  #leaveSession(why: string): void {
    this.#session?.abort.abort(new Error(why));
    this.#session = undefined;
  }

  /** Looks for peers whose liveness changed. */
  look(): void {
    if (this.#isOver) return;
    this.#cancelLook();
    this.links.look(this.view ? linksNeeded(this.view, this.self) : []);
    this.#cancelLook = this.clock.after(lookEveryMs, () => this.look());
  }
}
