// The answer to a failed attempt, which ends in a new generation or outside (S8). An engine that failed is built again.
// A member that made no progress is kicked. Where a member was probably lost, membership gets the time to find out.
import { inFull, say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import type { FlightRecorder } from '../../base/flight-recorder';
import { type MemberId, predecessorOf, successorOf, type View } from '../../membership/view';
import type { EngineError } from '../../model/engine';
import { engineDetail } from '../../model/engine-detail';
import type { Hub } from '../peers/hub';
import type { MembershipDriver, ViewSession } from '../peers/membership-driver';
import type { ReplicaErrorCode } from '../context/phase';
import type { Failure } from '../loop/failure';
import type { Replica } from '../participation/replica';
import type { MemberScreen } from './member-screen';

export interface FailedAttemptParts {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'link' | 'on'>;
  readonly members: Pick<MembershipDriver, 'input' | 'goOutside'>;
  readonly device: Pick<Replica['device'], 'dropEngine'>;
  readonly recorder: Pick<FlightRecorder, 'note'>;
}

/** What follows for the replica as a whole. */
export interface FailureEvents {
  /** These members made no progress while all waited for them, and are removed. */
  stuck(members: readonly MemberId[]): void;
  /** The replica has ended. */
  isOver(): boolean;
}

/** How long membership may take to find the cause of the failure before this replica asks for a new attempt. */
const noticeMs = 3_000;
const askAgainMs = 5_000;
const maxEngineFailures = 3;

export class FailedAttempt {
  #engineFailures = 0;

  constructor(
    readonly parts: FailedAttemptParts,
    readonly screen: MemberScreen,
    readonly events: FailureEvents,
  ) {}

  /** A step was committed: the engine works. */
  committed(): void {
    this.#engineFailures = 0;
  }

  /** Returns once the view has ended, or this replica has gone outside or failed. */
  async answer(failure: Failure, { view, signal }: ViewSession): Promise<void> {
    const { members, device, recorder } = this.parts;
    const { notify, enter, fail } = this.screen;
    const { name, message } = failure;
    recorder.note('attempt failed', { error: name, message, generation: view.generation });
    switch (failure.kind) {
      case 'cannot-prepare':
        enter(failure.phase);
        notify('warning', saysOf(failure));
        return members.goOutside(saysOf(failure));
      case 'engine':
        notify('warning', say('device-failed', { detail: engineDetail(failure) }));
        if (++this.#engineFailures > maxEngineFailures)
          return fail(engineCode(failure), engineDetail(failure));
        await device.dropEngine();
        break;
      case 'catch-up':
        notify('warning', say('catch-up-failed', { detail: inFull(say('state-not-fetched'), message) }));
        break;
      case 'contribution': // no member was lost: the next header shows the others why
        break;
      case 'link-closed':
      case 'deadline':
      case 'other':
        if (!(await this.#isWorthRetrying(failure, { view, signal }))) return;
        break;
      default:
        failure satisfies never;
    }
    do members.input({ kind: 'new-attempt', generation: view.generation });
    while (!this.events.isOver() && !(await this.#aborted(signal, askAgainMs)));
  }

  /** Most likely a member was lost, and membership will find out by itself. An edge that is open again disproves it.
   *  False: a new view came meanwhile. */
  async #isWorthRetrying(failure: Failure, { view, signal }: ViewSession): Promise<boolean> {
    const { members, hub } = this.parts;
    const { nameOf, notify } = this.screen;
    const isMended = failure.kind === 'link-closed' && (await this.#edgesOpen(hub, view, signal));
    if (!isMended && (await this.#aborted(signal, noticeMs))) return false;
    if (signal.aborted) return false;
    const stuck = failure.kind === 'deadline' ? failure.members : [];
    // Errors name members by their ids; people know them by their names.
    const why = view.members.reduce((text, id) => text.replaceAll(id, nameOf(id)), failure.message);
    const late = stuck.map(nameOf).filter((each) => !why.includes(each));
    const detail = inFull(causeOf(failure), why);
    notify(
      'warning',
      late.length === 0
        ? say('step-retried', { detail })
        : say('step-retried-late', { detail, late: late.join(', ') }),
    );
    if (stuck.length === 0) return true;
    this.events.stuck(stuck);
    members.input({ kind: 'kick', peers: stuck });
    return true;
  }

  /** Waits until both edges of this replica in the ring are open; false when they are not in time. */
  async #edgesOpen(hub: FailedAttemptParts['hub'], view: View, signal: AbortSignal): Promise<boolean> {
    const { clock, self } = this.parts;
    const ends = [predecessorOf(view, self), successorOf(view, self)];
    const wait = waitFor<void>(clock, noticeMs, 'the edges of the ring', signal);
    const look = (): void => {
      if (ends.every((peer) => hub.link(peer))) wait.settle(); // a link that is still opening keeps what is sent
    };
    const stop = hub.on('opened', look);
    look();
    return wait.promise
      .then(
        () => true,
        () => false,
      )
      .finally(stop);
  }

  async #aborted(signal: AbortSignal, withinMs: number): Promise<boolean> {
    const { clock } = this.parts;
    await waitFor<never>(clock, withinMs, 'a new view', signal).promise.catch(() => undefined);
    return signal.aborted;
  }
}

/** The reason in words that every language has. */
function causeOf({ kind, name }: Failure): Saying {
  if (kind === 'link-closed') return say('why-link-lost');
  if (kind === 'deadline') return say('why-no-answer');
  return name === 'AttemptError' ? say('why-bad-record') : say('unexpected');
}

function saysOf({ phase }: Failure & { kind: 'cannot-prepare' }): Saying {
  switch (phase.kind) {
    case 'failed':
      return phase.error.says;
    case 'starting':
      return phase.doing;
    case 'needs-file':
      return say('data-not-here', { name: phase.name });
    default:
      return phase satisfies never;
  }
}

export function engineCode({ code }: Pick<EngineError, 'code'>): ReplicaErrorCode {
  return code === 'aborted' ? 'gpu-error' : code;
}
