// The life of a replica as its person is told of it: its phase while it is outside, its notices, and its end. Whoever goes
// out of a lineage in which it trained keeps what it holds (J8).
// Invariant: it ends once, and after its end no phase follows.
import { logged, say, type Saying } from '../../base/sayings';
import { Emitter } from '../../base/emitter';
import type { MemberId, View } from '../../membership/view';
import type { Phase, ReplicaErrorCode } from '../context/phase';
import type { Notice } from '../context/trainer-deps';
import type { StepRecord } from '../metrics/step-record';
import type { ForkCheckpoint, Replica } from '../participation/replica';
import type { MembershipDriver } from '../peers/membership-driver';

export interface RingMemberEvents {
  readonly change: undefined;
  readonly step: StepRecord;
  readonly notice: Notice;
  /** It is out of a lineage in which it trained: what it holds is kept (J8). */
  readonly fork: ForkCheckpoint;
  /** The owner of the connections should drop this one, and may open it again. */
  readonly 'link-closed': { readonly peer: MemberId; readonly why: string };
  /** It left or failed, and why: its links and its device are to be closed. */
  readonly ended: string;
}

export class MemberLife extends Emitter<RingMemberEvents> {
  #phaseOutside: Phase = { kind: 'starting', doing: say('finding-device') };
  #isOver = false;
  #viewChanges = 0;
  /** The lineage of the last view. */
  #lineage = '';
  readonly #end = new AbortController();

  constructor(
    readonly membership: Pick<MembershipDriver, 'view' | 'leave'>,
    readonly replica: Pick<Replica, 'forkCheckpoint' | 'keepForkCheckpoint'>,
  ) {
    super();
  }

  /** It left or failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Aborts when it leaves or fails. */
  get end(): AbortSignal {
    return this.#end.signal;
  }

  /** The phase outside, and at the end; within a view the phase follows from the trainer. */
  get phaseOutside(): Phase {
    return this.#phaseOutside;
  }

  get viewChanges(): number {
    return this.#viewChanges;
  }

  changed(): void {
    this.emit('change', undefined);
  }

  installed({ lineage }: View): void {
    this.#viewChanges++;
    this.#lineage = lineage;
  }

  enter(phase: Phase): void {
    if (this.#isOver) return;
    this.#phaseOutside = phase;
    this.changed();
  }

  notice(level: Notice['level'], says: Saying): void {
    this.emit('notice', { level, says });
  }

  /** Says goodbye and ends. `why`: it is not its person who wants that. */
  leave(why?: Saying): void {
    if (this.#isOver) return;
    this.membership.leave();
    this.#finish({ kind: 'left', ...(why && { why }) }, why ? logged(why) : 'the replica left');
  }

  fail(code: ReplicaErrorCode, says: Saying): void {
    if (this.#isOver) return;
    this.keepTrained();
    this.membership.leave();
    this.notice('error', says);
    this.#finish({ kind: 'failed', error: { code, says } }, logged(says));
  }

  /** H8a. Two have no quorum without each other, so the one of two says goodbye. */
  unplug(): void {
    if (this.#isOver) return;
    this.keepTrained();
    if ((this.membership.view?.members.length ?? 0) <= 2) this.membership.leave();
    const says = say('unplugged-by-host');
    this.#finish({ kind: 'failed', error: { code: 'unplugged', says } }, logged(says));
  }

  /** This replica leaves the lineage of its last view, and not by its person's wish (J8). */
  keepTrained(): void {
    const before = this.replica.forkCheckpoint;
    const kept = this.replica.keepForkCheckpoint(this.#lineage);
    if (!kept) return;
    const { step, examples } = kept.held.state;
    const isOther = before && before !== this.replica.forkCheckpoint && before.lineage !== kept.lineage;
    const fork = { lineage: kept.lineage, step, examples };
    this.notice(
      'info',
      isOther ? say('fork-replaced', { ...fork, replaced: before.lineage }) : say('fork-kept', fork),
    );
    this.emit('fork', kept);
  }

  #finish(phase: Phase, why: string): void {
    this.#isOver = true;
    this.#phaseOutside = phase;
    this.#end.abort(new Error(why));
    this.emit('ended', why);
    this.changed();
  }
}
