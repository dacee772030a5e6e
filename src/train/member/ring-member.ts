// One replica as its page uses it. It creates the ring or asks to be admitted, and lives in one view after another. It
// answers a failure with a new view or by going outside. Its parts are made in member-parts.ts.
// Invariant: the trainer lives in the installed view or not at all.
import { say, unexpected } from '../../base/sayings';
import { FlightRecorder } from '../../base/flight-recorder';
import type { MemberId } from '../../membership/view';
import type { Link } from '../../net/link/link';
import type { RefusingDoor } from '../../net/room/room-messages';
import type { Phase } from '../context/phase';
import type { TrainerOptions } from '../context/trainer-options';
import type { ViewSession } from '../peers/membership-driver';
import { sharedDevices } from '../peers/shared-devices';
import type { RunConfig } from '../run/run-config';
import type { RunState } from '../run/run-state';
import type { RingMemberEvents } from './member-life';
import { listen } from './member-listeners';
import { memberParts } from './member-parts';
import { recordFlight } from './record-flight';
import { trainingPhase } from './training-phase';

export type RingMember = ReturnType<typeof ringMember>;

export function ringMember(options: TrainerOptions) {
  const { self, clock, beside, recorder = new FlightRecorder(() => clock.now()) } = options;
  const parts = memberParts(options, recorder);
  const { life, admission, frames, failures, wakeAll, ...shown } = parts;
  const { hub, membership, trainer, replica, hellos, names } = shown;
  const nameOf = (member: MemberId): string => names.of(member);
  const liveIn = async ({ view, signal }: ViewSession): Promise<void> => {
    frames.unpark(view);
    const failure = await trainer.live(view, signal);
    if (failure && !life.isOver) await failures.answer(failure, { view, signal });
  };
  const member = {
    ...shown,
    options,
    recorder,
    /** Returns the function that removes the listener. */
    on<K extends keyof RingMemberEvents>(
      kind: K,
      listener: (event: RingMemberEvents[K]) => void,
    ): () => void {
      return life.on(kind, listener);
    },

    /** Runs until the replica has left or failed; never rejects. */
    async run(): Promise<void> {
      try {
        while (!life.isOver) {
          const { session } = membership;
          if (session) await liveIn(session);
          else await admission.run();
        }
      } catch (error) {
        if (!life.isOver)
          life.fail(
            'bug',
            unexpected(error instanceof Error ? (error.stack ?? error.message) : String(error)),
          );
      }
    },

    addLink(peer: MemberId, link: Link): void {
      if (life.isOver) link.close('the replica has ended');
      else hub.add(peer, link);
    },

    /** Creates the ring with this configuration, unless a ring is in sight once the run is prepared. */
    createRing(config: RunConfig): void {
      admission.createRing(config);
      wakeAll();
    },

    /** A command signed on this device. It is passed on to every peer. */
    submit(envelope: unknown): void {
      frames.takeCommand(self, envelope);
    },

    /** The person may have given the file that `prepare` missed. */
    prepareAgain(): void {
      admission.wake();
    },

    /** It left or failed. */
    get isOver(): boolean {
      return life.isOver;
    },

    get viewChanges(): number {
      return life.viewChanges;
    },

    /** What screens call it (H12). */
    nameOf,
    /** The host says that its door shuts this replica out (R21). */
    atDoor(door: RefusingDoor): void {
      if (life.isOver || membership.view) return;
      if (door === 'refused') life.fail('not-let-in', say('refused-at-door'));
      else if (door !== 'unknown') admission.atDoor(door);
    },

    /** The state by the latest decisions that it knows. */
    get state(): RunState | undefined {
      return replica.known;
    },

    get phase(): Phase {
      if (life.isOver || !membership.view) return life.phaseOutside;
      const { phase } = membership;
      if (phase.kind === 'no-quorum') return { kind: 'no-quorum', why: phase.reason, sinceMs: phase.sinceMs };
      if (phase.kind === 'regrouping')
        return { kind: 'regrouping', lost: phase.gone.map(nameOf), sinceMs: phase.sinceMs };
      return trainingPhase({ trainer, state: replica.known, self, nowMs: clock.now(), nameOf });
    },

    /** Says goodbye and ends. */
    leave(): void {
      life.leave();
    },

    /** Groups of members and linked peers that run in one browser (H18). */
    get devices(): readonly (readonly MemberId[])[] {
      const ids = new Set([self, ...(membership.view?.members ?? []), ...hub.peers()]);
      return sharedDevices([...ids], self, (id) =>
        id === self ? (beside?.() ?? []) : (hellos.of(id)?.beside ?? []),
      );
    },

    /** Other replicas share this browser than at the last hello. */
    besideChanged(): void {
      if (life.isOver) return;
      hellos.sendToAll();
      life.changed();
    },
  };
  listen(parts);
  recordFlight(member, recorder);
  return member;
}
