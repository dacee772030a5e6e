// One replica as its page uses it. It creates the ring or asks to be admitted, and lives in one view after another. It
// answers a failure with a new view or by going outside. Its parts are made in member-parts.ts.
// Invariant: the trainer lives in the installed view or not at all.
import { say, unexpected, type Saying } from '../../base/sayings';
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
import { memberParts, type MemberParts } from './member-parts';
import { recordFlight } from './record-flight';
import { trainingPhase } from './training-phase';

export class RingMember {
  readonly recorder: FlightRecorder;
  readonly hub: MemberParts['hub'];
  readonly commands: MemberParts['commands'];
  readonly replica: MemberParts['replica'];
  readonly membership: MemberParts['membership'];
  readonly hellos: MemberParts['hellos'];
  readonly passes: MemberParts['passes'];
  readonly linkPolicy: MemberParts['linkPolicy'];
  readonly signals: MemberParts['signals'];
  readonly trainer: MemberParts['trainer'];
  readonly share: MemberParts['share'];
  readonly timeline: MemberParts['timeline'];
  readonly sumWatch: MemberParts['sumWatch'];
  readonly curves: MemberParts['curves'];
  readonly names: MemberParts['names'];
  readonly board: MemberParts['board'];
  readonly loneTrials: MemberParts['loneTrials'];
  readonly admittance: MemberParts['admittance'];
  readonly #parts: MemberParts;

  constructor(readonly options: TrainerOptions) {
    const { clock, recorder = new FlightRecorder(() => clock.now()) } = options;
    const parts = memberParts(options, recorder);
    this.#parts = parts;
    this.recorder = recorder;
    this.hub = parts.hub;
    this.commands = parts.commands;
    this.replica = parts.replica;
    this.membership = parts.membership;
    this.hellos = parts.hellos;
    this.passes = parts.passes;
    this.linkPolicy = parts.linkPolicy;
    this.signals = parts.signals;
    this.trainer = parts.trainer;
    this.share = parts.share;
    this.timeline = parts.timeline;
    this.sumWatch = parts.sumWatch;
    this.curves = parts.curves;
    this.names = parts.names;
    this.board = parts.board;
    this.loneTrials = parts.loneTrials;
    this.admittance = parts.admittance;
    listen(parts);
    recordFlight(this, recorder);
  }

  /** Returns the function that removes the listener. */
  on<K extends keyof RingMemberEvents>(kind: K, listener: (event: RingMemberEvents[K]) => void): () => void {
    return this.#parts.life.on(kind, listener);
  }

  /** Runs until the replica has left or failed; never rejects. */
  async run(): Promise<void> {
    const { membership, life, admission } = this.#parts;
    try {
      while (!life.isOver) {
        const { session } = membership;
        if (session) await this.#liveIn(session);
        else await admission.run();
      }
    } catch (error) {
      if (!life.isOver)
        life.fail('bug', unexpected(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    }
  }

  async #liveIn({ view, signal }: ViewSession): Promise<void> {
    const { frames, trainer, failures, life } = this.#parts;
    frames.unpark(view);
    const failure = await trainer.live(view, signal);
    if (failure && !life.isOver) await failures.answer(failure, { view, signal });
  }

  addLink(peer: MemberId, link: Link): void {
    if (this.isOver) link.close('the replica has ended');
    else this.hub.add(peer, link);
  }

  /** Creates the ring with this configuration, unless a ring is in sight once the run is prepared. */
  createRing(config: RunConfig): void {
    this.#parts.admission.createRing(config);
    this.#parts.wakeAll();
  }

  /** The configuration to create the ring with is not understood. */
  refuseRun(why: Saying): void {
    this.#parts.admission.refuseRun(why);
  }

  /** The run that the ring will probably train, before a ring is in sight. */
  expectRun(config: RunConfig): void {
    this.#parts.admission.expectRun(config);
  }

  /** A command signed on this device. It is passed on to every peer. */
  submit(envelope: unknown): void {
    this.#parts.frames.takeCommand(this.options.self, envelope);
  }

  /** The person may have given the file that `prepare` missed. */
  prepareAgain(): void {
    this.#parts.admission.wake();
  }

  /** The activity of the replica while it prepares for a run. */
  showStart(doing: Saying, lacks?: Pick<RunConfig, 'model' | 'base'>): void {
    const { life } = this.#parts;
    if (life.phaseOutside.kind === 'starting')
      life.enter({ kind: 'starting', doing, ...(lacks && { lacks }) });
  }

  /** It left or failed. */
  get isOver(): boolean {
    return this.#parts.life.isOver;
  }

  get viewChanges(): number {
    return this.#parts.life.viewChanges;
  }

  /** What screens call it (H12). */
  nameOf(member: MemberId): string {
    return this.names.of(member);
  }

  /** The host says that its door shuts this replica out (R21). */
  atDoor(door: RefusingDoor): void {
    if (this.isOver || this.membership.view) return;
    if (door === 'refused') this.#parts.life.fail('not-let-in', say('refused-at-door'));
    else if (door !== 'unknown') this.#parts.admission.atDoor(door);
  }

  /** The state by the latest decisions that it knows. */
  get state(): RunState | undefined {
    return this.replica.known;
  }

  get phase(): Phase {
    const { life, membership, trainer } = this.#parts;
    if (life.isOver || !membership.view) return life.phaseOutside;
    const { phase } = membership;
    const nameOf = (member: MemberId): string => this.nameOf(member);
    if (phase.kind === 'no-quorum') return { kind: 'no-quorum', why: phase.reason, sinceMs: phase.sinceMs };
    if (phase.kind === 'regrouping')
      return { kind: 'regrouping', lost: phase.gone.map(nameOf), sinceMs: phase.sinceMs };
    const { self, clock } = this.options;
    return trainingPhase({ trainer, state: this.state, self, nowMs: clock.now(), nameOf });
  }

  /** Says goodbye and ends. */
  leave(): void {
    this.#parts.life.leave();
  }

  /** Groups of members and linked peers that run in one browser (H18). */
  get devices(): readonly (readonly MemberId[])[] {
    const { self, beside } = this.options;
    const ids = new Set([self, ...(this.membership.view?.members ?? []), ...this.hub.peers()]);
    return sharedDevices([...ids], self, (id) =>
      id === self ? (beside?.() ?? []) : (this.hellos.of(id)?.beside ?? []),
    );
  }

  /** Other replicas share this browser than at the last hello. */
  besideChanged(): void {
    if (this.isOver) return;
    this.hellos.sendToAll();
    this.#parts.life.changed();
  }
}
