// The answer to a failed attempt, which ends in a new generation or outside (S8). An engine that failed is built anew.
// A member that made no progress is kicked. Where a member was probably lost, membership gets the time to find out.
import { waitFor } from '../../base/deadline';
import type { FlightRecorder } from '../../base/flight-recorder';
import { predecessorOf, successorOf, type MemberId, type View } from '../../membership/view';
import type { EngineError } from '../../model/engine';
import type { Hub } from '../peers/hub';
import type { MembershipDriver, ViewSession } from '../peers/membership-driver';
import type { Phase, ReplicaErrorCode } from '../context/phase';
import type { Failure } from '../loop/failure';
import type { Device } from '../state/device';
import type { Notify } from '../context/trainer-deps';
import type { TrainerOptions } from '../context/trainer-options';

export interface FailedAttemptOptions {
  readonly options: Pick<TrainerOptions, 'self' | 'clock'>;
  readonly hub: Pick<Hub, 'link' | 'on'>;
  readonly members: Pick<MembershipDriver, 'input' | 'goOutside'>;
  readonly device: Pick<Device, 'dropEngine'>;
  readonly recorder: Pick<FlightRecorder, 'note'>;
  readonly nameOf: (member: MemberId) => string;
  readonly notify: Notify;
  /** The phase of a replica that goes outside. */
  readonly enter: (phase: Phase) => void;
  readonly fail: (code: ReplicaErrorCode, message: string) => void;
  /** These members made no progress while all waited for them, and are removed. */
  readonly onStuck: (members: readonly MemberId[]) => void;
  readonly isOver: () => boolean;
}

/** How long membership may take to find the cause of the failure before this replica asks for a new attempt. */
const noticeMs = 3_000;
const askAgainMs = 5_000;
const maxEngineFailures = 3;

export class FailedAttempt {
  readonly #options: FailedAttemptOptions;
  #engineFailures = 0;

  constructor(options: FailedAttemptOptions) {
    this.#options = options;
  }

  /** A step was committed: the engine works. */
  committed(): void {
    this.#engineFailures = 0;
  }

  /** Returns once the view has ended, or this replica has gone outside or failed. */
  async answer(failure: Failure, { view, signal }: ViewSession): Promise<void> {
    const { members, device, recorder, notify, enter, fail, isOver } = this.#options;
    const { name, message } = failure;
    recorder.note('attempt failed', { error: name, message, generation: view.generation });
    switch (failure.kind) {
      case 'cannot-prepare':
        enter(failure.phase);
        notify('warning', message);
        return members.goOutside(message);
      case 'engine':
        notify('warning', `the device failed: ${message}; starting it again`);
        if (++this.#engineFailures > maxEngineFailures) return fail(engineCode(failure), message);
        await device.dropEngine();
        break;
      case 'catch-up':
        notify('warning', `catching up failed: ${message}`);
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
    while (!isOver() && !(await this.#aborted(signal, askAgainMs)));
  }

  /** Most likely a member was lost, and membership will find out by itself. An edge that is open again disproves it.
   *  False: a new view came meanwhile. */
  async #isWorthRetrying(failure: Failure, { view, signal }: ViewSession): Promise<boolean> {
    const { members, hub, nameOf, notify, onStuck } = this.#options;
    const isMended = failure.kind === 'link-closed' && (await this.#edgesOpen(hub, view, signal));
    if (!isMended && (await this.#aborted(signal, noticeMs))) return false;
    if (signal.aborted) return false;
    const stuck = failure.kind === 'deadline' ? failure.members : [];
    // Errors name members by their ids; people know them by their names.
    const why = view.members.reduce((text, id) => text.replaceAll(id, nameOf(id)), failure.message);
    const late = stuck.map(nameOf).filter((each) => !why.includes(each));
    notify('warning', `step retried: ${why}${late.length > 0 ? ` (no answer from ${late.join(', ')})` : ''}`);
    if (stuck.length === 0) return true;
    onStuck(stuck);
    members.input({ kind: 'kick', peers: stuck });
    return true;
  }

  /** Waits until both edges of this replica in the ring are open; false when they are not in time. */
  async #edgesOpen(hub: FailedAttemptOptions['hub'], view: View, signal: AbortSignal): Promise<boolean> {
    const { clock, self } = this.#options.options;
    const ends = [predecessorOf(view, self), successorOf(view, self)];
    const wait = waitFor<void>(clock, noticeMs, 'the edges of the ring', signal);
    const look = (): void => {
      if (ends.every((peer) => hub.link(peer))) wait.settle(); // a link that is still opening keeps what is sent
    };
    const stop = hub.on('opened', look);
    look();
    return wait.promise.then(() => true, () => false).finally(stop); // prettier-ignore
  }

  async #aborted(signal: AbortSignal, withinMs: number): Promise<boolean> {
    const { clock } = this.#options.options;
    await waitFor<never>(clock, withinMs, 'a new view', signal).promise.catch(() => undefined);
    return signal.aborted;
  }
}

export function engineCode({ code }: Pick<EngineError, 'code'>): ReplicaErrorCode {
  return code === 'aborted' ? 'gpu-error' : code;
}
