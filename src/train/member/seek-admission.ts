// A replica outside the ring: it learns of a ring, prepares for its run, asks to be admitted, and waits for a view that
// names it. It creates the ring itself when it was asked to and no ring is in sight once its run is prepared. It also
// creates one when nobody is left in the ring (M9), and never an empty one over what it trained (J8b). It ends when the
// sponsors say that it was removed for good (H6).
import { engineDetail } from '../../model/engine-detail';
import { say, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { EngineError } from '../../model/engine';
import { letInMs, waitWords } from '../../net/room/door';
import type { MemberId } from '../../membership/view';
import { engineCode } from './failed-attempt';
import type { HeldCommands } from '../commands/held-commands';
import type { Hellos } from '../peers/hellos';
import type { Hub } from '../peers/hub';
import type { MembershipDriver } from '../peers/membership-driver';
import type { MemberScreen } from './member-screen';
import type { OwnHello } from './own-hello';
import type { RoomEnd } from './room-end';
import type { Replica } from '../participation/replica';
import { hashConfig, type RunConfig } from '../run/run-config';
import { PrepareError } from '../context/trainer-options';
import { holdNewRun } from '../loop/begin-run';
import { Wake } from '../loop/wake';

export interface AdmissionParts {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly members: Pick<MembershipDriver, 'on' | 'input' | 'hears'>;
  readonly hellos: Pick<Hellos, 'of' | 'ring' | 'ringOf' | 'isTurnedAway' | 'doorAgainst' | 'sendToAll'>;
  readonly replica: Pick<Replica, 'brought' | 'bring' | 'ready' | 'prepareFor' | 'become'> & {
    readonly device: Pick<Replica['device'], 'zeroTensors'>;
  };
  readonly hub: Pick<Hub, 'peers'>;
  readonly commands: Pick<HeldCommands, 'begin'>;
  readonly ownHello: Pick<OwnHello, 'wantsIn'>;
}

/** Longer than a link to a living member takes to open again, also by the relay. */
export const nobodyLeftMs = 20_000;
/** A replica without the run's state waits longer than one that could go on with it. */
const bringsNothingMs = 10_000;
/** The wait for each linked peer outside that goes first, so that they do not create two rings. */
const afterEachMs = 5_000;
/** The longest such wait of a replica that brings a state. So it goes before one that would begin again (J8). */
const latestBringMs = 9_000;
/** The pause after what a run names did not come: a minute was waited for it. */
const tryAgainMs = 5_000;
/** A larger text takes many seconds to read. */
const longTextBytes = 2 ** 26;
/** How long all linked sponsors must say that this replica was removed before it ends (H6). In that time a link to a
 *  sponsor that knows better opens, also by the relay. */
export const turnedAwayMs = 10_000;

export class SeekAdmission {
  readonly #awake = new Wake();
  #toCreate: RunConfig | undefined;
  /** Why it creates none with the configuration that its page keeps. */
  #refused: Saying | undefined;
  #expected: RunConfig | undefined;
  /** The answer that the host's page gave (R21). */
  #atDoor: 'asks' | 'locked' | undefined;

  /** `end` aborts when the replica ends. */
  constructor(
    readonly parts: AdmissionParts,
    readonly screen: MemberScreen,
    readonly end: AbortSignal,
    readonly roomEnd: Pick<RoomEnd, 'isKnown' | 'leave'>,
    /** The engine is ready for a ring's run, and has nothing to do until this replica has asked to be admitted. A person
     *  waits meanwhile. */
    readonly beforeAsking: (config: RunConfig, signal: AbortSignal) => Promise<void> = () =>
      Promise.resolve(),
  ) {}

  /** Creates the ring with this configuration, unless a ring is in sight once the run is prepared. */
  createRing(config: RunConfig): void {
    this.#toCreate = config;
  }

  /** It should create the ring, and does not understand the configuration: it ends, unless a ring is in sight. */
  refuseRun(why: Saying): void {
    this.#refused = why;
    this.wake();
  }

  /** Prepares for this run while no ring is in sight. */
  expectRun(config: RunConfig): void {
    this.#expected = config;
    this.wake();
  }

  /** `yes`: it is prepared for the run of a ring in sight. */
  #wantIn(yes: boolean): void {
    this.parts.ownHello.wantsIn = yes;
  }

  atDoor(door: 'asks' | 'locked'): void {
    this.#atDoor = door;
    this.wake();
  }

  /** A view names this replica. */
  admitted(): void {
    this.#atDoor = undefined;
    this.#wantIn(false);
    this.#toCreate = this.#refused = undefined; // it knows a run now
  }

  /** Something changed that a waiting newcomer should look at. */
  wake(): void {
    this.#awake.raise();
  }

  /** Returns once this replica is in a view, or has ended. */
  async run(): Promise<void> {
    const { self, clock, members, hellos, hub, replica } = this.parts;
    const { nameOf, enter, fail } = this.screen;
    const sinceMs = clock.now();
    let nobodySinceMs: number | undefined;
    let turnedAwaySinceMs: number | undefined;
    let doorUntilMs: number | undefined;
    let cancelDue = (): void => undefined;
    const abort = new AbortController();
    const stop = [
      members.on('installed', () => abort.abort(new Error('admitted'))),
      onAbort(this.end, () => abort.abort(new Error('the replica ended'))),
    ];
    try {
      while (!abort.signal.aborted) {
        const config = hellos.ring()?.config ?? undefined;
        // A page asks again whenever its roster changes, also after this replica was in a ring (J8).
        const toCreate = config || replica.brought ? undefined : this.#toCreate;
        if (!config && !toCreate && (await this.#prepareExpected())) continue;
        const isPrepared = config !== undefined && (await this.#prepare(config));
        if (isPrepared) await this.beforeAsking(config, abort.signal);
        this.#wantIn(isPrepared);
        if (abort.signal.aborted) return;
        // The phase then says what it lacks, until it is prepared.
        let isLacking = config !== undefined && !isPrepared;
        if (toCreate) {
          isLacking = !(await this.#prepare(toCreate));
          if (!isLacking && !hellos.ring()) return this.#begin(toCreate);
        }
        if (abort.signal.aborted) return;
        if (this.#refused && !config && !replica.brought && !this.#isRingInSight())
          return fail('settings-refused', this.#refused);
        // An old command may be repeated to it: what a ring does counts for more.
        if (this.roomEnd.isKnown && !this.#isRingInSight()) return this.roomEnd.leave();
        nobodySinceMs = this.#isRingInSight() ? undefined : (nobodySinceMs ?? clock.now());
        const deserted = nobodySinceMs === undefined ? undefined : this.#deserted(nobodySinceMs);
        const isDeserted = deserted !== undefined && clock.now() >= deserted.createMs;
        if (isDeserted) {
          if (await this.#prepare(deserted.config)) {
            if (!abort.signal.aborted) this.#beginAgain(deserted.config);
            return;
          }
          isLacking = true;
        }
        turnedAwaySinceMs = hellos.isTurnedAway(self) ? (turnedAwaySinceMs ?? clock.now()) : undefined;
        const endMs = turnedAwaySinceMs === undefined ? undefined : turnedAwaySinceMs + turnedAwayMs;
        if (endMs !== undefined && clock.now() >= endMs) return fail('turned-away', say('not-let-back-in'));
        hellos.sendToAll();
        const door = hellos.doorAgainst(self) ?? (this.#isRingInSight() ? undefined : this.#atDoor);
        doorUntilMs = door ? (doorUntilMs ?? clock.now() + letInMs) : undefined;
        if (doorUntilMs !== undefined && clock.now() >= doorUntilMs)
          return fail('host-silent', say('host-did-not-answer', { minutes: letInMs / 60_000 }));
        const waits =
          endMs !== undefined
            ? say('removed-unless', { seconds: turnedAwayMs / 1000 })
            : door
              ? waitWords(door, undefined, clock.epochMs() + doorUntilMs! - clock.now())
              : isDeserted && isLacking
                ? undefined
                : deserted && say('nobody-left');
        if (waits) {
          enter({ kind: 'connecting', waitingFor: [], sinceMs, why: waits });
        } else if (!isLacking) enter({ kind: 'connecting', waitingFor: hub.peers().map(nameOf), sinceMs });
        cancelDue();
        // What it lacks wakes it.
        const dueMs = endMs ?? (isDeserted ? undefined : deserted?.createMs) ?? doorUntilMs;
        if (dueMs !== undefined) cancelDue = clock.after(dueMs - clock.now(), () => this.wake());
        await this.#awake.wait(abort.signal);
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      this.#wantIn(false);
      cancelDue();
      for (const remove of stop) remove();
    }
  }

  /** False: it expects no run. What is wrong with one is said when a ring trains it. */
  async #prepareExpected(): Promise<boolean> {
    const expected = this.#expected;
    if (!expected) return false;
    this.#expected = undefined;
    await this.parts.replica.prepareFor(expected, this.end).catch(() => undefined);
    return true;
  }

  #begin(config: RunConfig): void {
    const { replica, members, commands } = this.parts;
    this.#toCreate = undefined;
    holdNewRun(replica, config, undefined, 0, commands.begin());
    members.input({ kind: 'create' });
    this.screen.notify('info', say('opened-ring'));
  }

  /** A ring of one goes on from the state it brings (S6, J8). Without a state the run begins again. */
  #beginAgain(config: RunConfig): void {
    const { replica, members, commands } = this.parts;
    if (!replica.bring()) holdNewRun(replica, config, undefined, 0, commands.begin());
    members.input({ kind: 'create' });
    this.screen.notify('info', say('opened-anew'));
  }

  #isRingInSight(): boolean {
    const { hub, hellos, members } = this.parts;
    return hub.peers().some((peer) => hellos.ringOf(peer) && members.hears(peer));
  }

  /** When it creates the ring itself (M9). Undefined: it knows of no run. */
  #deserted(nobodySinceMs: number): { readonly config: RunConfig; readonly createMs: number } | undefined {
    const { self, hub, hellos, members, replica } = this.parts;
    const brings = replica.brought?.state;
    const config = brings?.config ?? replica.ready?.config;
    if (!config) return undefined;
    const before = hub.peers().filter((peer) => peer < self && members.hears(peer) && hellos.of(peer)?.plan);
    const afterOthersMs = before.length * afterEachMs;
    const createMs =
      nobodySinceMs +
      nobodyLeftMs +
      (brings ? Math.min(afterOthersMs, latestBringMs) : bringsNothingMs + afterOthersMs);
    return { config, createMs };
  }

  /** False: this device cannot prepare the run for now, and the phase says why. */
  async #prepare(config: RunConfig): Promise<boolean> {
    const { replica, clock } = this.parts;
    const { enter, fail } = this.screen;
    if (replica.ready?.configHash !== hashConfig(config))
      enter({ kind: 'starting', doing: say(isLong(config) ? 'reading-text' : 'compiling') });
    try {
      await replica.prepareFor(config, this.end);
      return true;
    } catch (error) {
      if (this.end.aborted) return false;
      if (error instanceof PrepareError && error.phase.kind === 'needs-file') enter(error.phase);
      else if (error instanceof PrepareError && error.phase.kind === 'starting') {
        enter(error.phase);
        clock.after(tryAgainMs, () => this.wake());
      } else if (error instanceof PrepareError && error.phase.kind === 'failed')
        fail(error.phase.error.code, error.phase.error.says);
      else if (error instanceof EngineError) fail(engineCode(error), engineDetail(error));
      else throw error;
      return false;
    }
  }
}

function onAbort(signal: AbortSignal, action: () => void): () => void {
  signal.addEventListener('abort', action);
  if (signal.aborted) action();
  return () => signal.removeEventListener('abort', action);
}

/** Reading takes longer than whatever else begins a run. */
function isLong({ data }: RunConfig): boolean {
  return data.kind === 'text' && (data.bytes ?? 0) > longTextBytes;
}
