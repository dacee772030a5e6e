// Membership as a running thing: feeds the pure reducer with messages, heartbeats and time, carries out what it
// says, and gives each installed view a signal that aborts when the next one comes.
import type { Clock } from '../base/clock';
import { Emitter } from '../base/emitter';
import { linksNeeded } from '../collectives/links-needed';
import { nextDueMs, step } from '../membership/membership';
import {
  outsideAnyView,
  type MembershipInput,
  type MembershipPhase,
  type MembershipState,
} from '../membership/membership-state';
import { decodeMembership, encodeMembership } from '../membership/messages';
import type { MemberId, View } from '../membership/view';
import { emptyHeader, encodeFrame, type Frame } from '../net/frame';
import type { Hub } from './hub';
import { MemberLinks } from './member-links';

export interface MemberViewEvents {
  readonly installed: View;
  /** The ring went on without this replica, or it gave up its lineage: it is outside now. */
  readonly outside: { readonly why: string };
  /** A peer stands in another lineage. */
  readonly contact: { readonly peer: MemberId };
  readonly phase: MembershipPhase;
}

/** The view this replica lives in; `signal` aborts when it no longer does. */
export interface Residence {
  readonly view: View;
  readonly signal: AbortSignal;
}

/** Half a ping interval: liveness is noticed that much late at most. */
const lookEveryMs = 250;

export class MemberView extends Emitter<MemberViewEvents> {
  readonly links: MemberLinks;
  #state: MembershipState;
  #residence: (Residence & { readonly abort: AbortController }) | undefined;
  #cancelTick = (): void => undefined;
  #cancelLook = (): void => undefined;
  #isOver = false;

  constructor(
    readonly self: MemberId,
    readonly hub: Hub,
    readonly clock: Clock,
    seed: number,
  ) {
    super();
    this.#state = outsideAnyView(self, seed);
    this.links = new MemberLinks(hub, clock, (peer, liveness) =>
      this.input(liveness === 'live' ? { kind: 'heard', peer } : { kind: 'lost', peer }),
    );
    hub.on('opened', () => this.#look());
    hub.on('closed', () => this.#look());
    this.#look();
  }

  get residence(): Residence | undefined {
    return this.#residence;
  }

  get view(): View | undefined {
    return this.#residence?.view;
  }

  get phase(): MembershipPhase {
    return this.#state.phase;
  }

  take(from: MemberId, frame: Frame): void {
    const message = decodeMembership(frame.payload);
    if (message.ok) this.input({ kind: 'message', from, message: message.value });
    else this.hub.link(from)?.close(message.error.message);
  }

  input(input: MembershipInput): void {
    if (this.#isOver) return;
    const { state, effects } = step(this.#state, input, this.clock.now());
    this.#state = state;
    for (const effect of effects) {
      switch (effect.kind) {
        case 'send': {
          const frame = encodeFrame({ ...emptyHeader, type: 'membership' }, encodeMembership(effect.message));
          this.hub.send(effect.to, 'membership', frame).catch(() => undefined); // statuses repair what is lost
          break;
        }
        case 'install':
          this.#moveTo(effect.view);
          break;
        case 'removed':
          this.goOutside(`the ring went on without this replica (generation ${effect.view.generation})`);
          break;
        case 'contact':
          this.emit('contact', { peer: effect.peer });
          break;
        case 'phase':
          this.emit('phase', effect.phase);
          break;
        default:
          effect satisfies never;
      }
    }
    this.#cancelTick();
    if (state.installed && !this.#isOver)
      this.#cancelTick = this.clock.after(
        Math.max(1, nextDueMs(state, this.clock.now()) - this.clock.now()),
        () => this.input({ kind: 'tick' }),
      );
  }

  /** Gives up the present lineage; this replica may be admitted again as a newcomer. */
  goOutside(why: string): void {
    if (!this.#residence) return;
    this.input({ kind: 'abandon' });
    this.#leaveResidence(why);
    this.emit('outside', { why });
  }

  /** Says goodbye to the members; terminal. */
  leave(): void {
    this.input({ kind: 'leave' });
    this.end();
  }

  end(): void {
    this.#isOver = true;
    this.#cancelTick();
    this.#cancelLook();
    this.#leaveResidence('the replica ended');
  }

  #moveTo(view: View): void {
    this.#leaveResidence(`generation ${view.generation} was installed`);
    const abort = new AbortController();
    this.#residence = { view, signal: abort.signal, abort };
    this.emit('installed', view);
  }

  #leaveResidence(why: string): void {
    this.#residence?.abort.abort(new Error(why));
    this.#residence = undefined;
  }

  #look(): void {
    if (this.#isOver) return;
    this.#cancelLook();
    this.links.look(this.view ? linksNeeded(this.view, this.self) : []);
    this.#cancelLook = this.clock.after(lookEveryMs, () => this.#look());
  }
}
