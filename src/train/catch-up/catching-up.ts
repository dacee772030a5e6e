// This replica as a rider: it takes part in every decision and sum as a member with n = 0, with the run state of the
// ride, while it has no tensors to speak for (PROTOCOL.md, "J: riding"). Whether it rides along or asks the ring to wait
// is its own choice, from what it rides and what it held before; every other member sees it in its record.
import type { Clock } from '../../base/clock';
import { groupDigits } from '../../base/group-digits';
import type { MemberId, View } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import { readHead } from '../../optim/state-bytes';
import type { TensorRange } from '../../optim/tensor-ranges';
import { assignBuckets } from '../reduce/buckets';
import type { AgreedHolding } from '../decide/compare-states';
import type { HeaderRecord } from '../header/header-record';
import type { Offered, StateRequest } from './state-source';
import { ManifestFetch, type Manifest } from './manifest';
import type { Holding } from '../state/versioned-state';
import type { Hub } from '../peers/hub';
import { missedStep } from './missed-step';
import type { ReplicaState } from '../state/replica-state';
import { Ride, type Landing } from './catch-up';
import type { RunState } from '../run/run-state';
import type { StepRecord } from '../metrics/step-record';
import type { ReducedGradient } from '../reduce/reduce-step';
import type { TriedStep } from '../commit/attempted-step';

export interface RiderOptions {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly hub: Hub;
  readonly replica: ReplicaState;
  readonly nameOf: (member: MemberId) => string;
  readonly onChange: () => void;
  readonly onReady: () => void;
  readonly onStep: (record: StepRecord) => void;
  readonly notice: (level: 'info' | 'warning', text: string) => void;
}

/** For the screen. */
export interface RideProgress {
  readonly why: string;
  readonly receivedBytes: number;
  readonly totalBytes: number;
  /** Logged and not yet replayed. */
  readonly behindSteps: number;
  readonly donors: readonly MemberId[];
}

export class Rider {
  readonly #options: RiderOptions;
  #manifest: ManifestFetch | undefined;
  #ride: Ride | undefined;
  /** Of a ride that failed: the run goes on from its decisions, should nobody hold a state (S6). */
  #lastState: RunState | undefined;
  /** Digest to which a missed step was fetched: it is not tried twice. */
  #caughtUpTo: string | undefined;
  #zeros = new Float32Array();

  constructor(options: RiderOptions) {
    this.#options = options;
  }

  /** As of the last decision; undefined when this replica does not ride. */
  get state(): RunState | undefined {
    return this.#ride?.log.state;
  }

  get lastState(): RunState | undefined {
    return this.#lastState;
  }

  get offered(): Offered | undefined {
    return this.#ride?.offered;
  }

  get isReady(): boolean {
    return this.#ride?.isReady ?? true;
  }

  /** Its part of the record, while it rides. */
  get record():
    | Pick<HeaderRecord, 'standing' | 'version' | 'digest' | 'contribution' | 'progress' | 'asksToWait'>
    | undefined {
    if (!this.#ride) return undefined;
    const { digest, progress, asksToWait, log } = this.#ride;
    return { standing: 'rides', version: log.state.version, digest, contribution: 0, progress, asksToWait };
  }

  get progress(): RideProgress | undefined {
    if (!this.#ride) return undefined;
    const { why, traffic, log } = this.#ride;
    const { receivedBytes, totalBytes, asked } = traffic;
    return { why, receivedBytes, totalBytes, behindSteps: log.pending, donors: asked };
  }

  /** This member is a target of the verdict: it drops what did not happen, fetches the one step it missed, or begins to
   *  ride (anew). No link yet, or none any more: to anyone who has the state, or rides from it. Throws HealError when
   *  none of those offers it. */
  async begin(
    view: View,
    agreed: AgreedHolding,
    records: readonly HeaderRecord[],
    tried: TriedStep | undefined,
    signal: AbortSignal,
  ): Promise<'dropped the last' | 'catching up' | 'riding' | 'no link yet'> {
    const { replica, hub, clock } = this.#options;
    const old = this.#ride;
    if (old && agreed.version === old.log.state.version - 1 && old.log.dropLast()) return 'dropped the last';
    const holders = this.#linked(view, agreed.sources);
    const sources = [...holders, ...this.#linked(view, ridersOf(records, agreed))];
    if (sources.length === 0) return 'no link yet';
    this.#manifest = new ManifestFetch({
      digest: agreed.digest,
      sources,
      request: (to, message) => hub.sendJson(to, 'request', message),
      clock,
      signal,
    });
    const manifest = await this.#manifest.run().finally(() => (this.#manifest = undefined));
    if (!manifest) return 'no link yet';
    const { state, digest } = manifest;
    const ready = await replica.prepareFor(state.config, signal);
    await replica.dropGradient();
    signal.throwIfAborted();

    const held = replica.isVisitor || old ? undefined : replica.holding;
    const before = old?.log.state ?? held?.state;
    const missed = before && digest !== this.#caughtUpTo ? missedStep(before, state, tried) : undefined;
    if (missed && before) {
      const why = `fetching ${missed.kind === 'step' ? `the sum of step ${groupDigits(state.step)}` : 'a decision it missed'}`;
      const ride = old ?? (held && this.#rideFrom(manifestOf(held), why, ready.tensors, false));
      const shown = { digest, view, records, epochMs: Date.now(), isCommitted: false };
      if (holders.length > 0 && ride?.catchUp(missed, state, shown, holders)) {
        this.#ride = ride;
        this.#caughtUpTo = digest;
        this.#zeros = new Float32Array(ready.engine.parameterCount);
        replica.isVisitor = true; // it has said that it follows a later state than it holds
        return 'catching up';
      }
      if (ride !== old) ride?.stop('it begins anew');
    }
    this.end('it begins anew');
    const isFirstState = !replica.holding?.state.initialized;
    replica.isVisitor = true;
    const mustWait = !state.initialized || state.step === 0;
    const why = isFirstState ? 'taking over the run' : agreed.reason;
    this.#ride = this.#rideFrom(manifest, why, ready.tensors, mustWait);
    this.#setSources(view, agreed.sources, agreed.targets);
    this.#zeros = new Float32Array(ready.engine.parameterCount);
    return 'riding';
  }

  #rideFrom(manifest: Manifest, why: string, tensorRanges: readonly TensorRange[], mustWait: boolean): Ride {
    const { replica, hub, clock, nameOf, notice, onChange, onReady, onStep } = this.#options;
    return new Ride({
      manifest,
      tensors: replica.rideInto(manifest.state.config),
      tensorRanges,
      why,
      mustWait,
      request: (to, message) => hub.sendJson(to, 'request', message),
      onChange,
      onReady,
      onLeftOut: (source, what) => notice('warning', `${nameOf(source)} ${what}: left out`),
      onStep,
      clock,
    });
  }

  /** A header was gathered. False: what this rider logged is not what the holders hold, and it must begin again. */
  follow(view: View, records: readonly HeaderRecord[], agreed: AgreedHolding | undefined): boolean {
    const ride = this.#ride;
    if (!ride) return true;
    this.#setSources(view, agreed?.sources ?? [], ridersOf(records, ride));
    if (!agreed) return true;
    const { digest, targets } = agreed;
    const shown = { digest, view, records, epochMs: Date.now(), isCommitted: targets.length === 0 };
    const isSettled = ride.log.settle(agreed, shown);
    if (!isSettled) return agreed.version !== ride.log.state.version;
    ride.settled(shown);
    return true;
  }

  /** A decision without a step. */
  decided(next: RunState): void {
    this.#ride?.log.decided(next);
    this.#ride?.logged();
  }

  stepped(...entry: Parameters<Ride['log']['stepped']>): void {
    this.#ride?.log.stepped(...entry);
    this.#ride?.logged();
  }

  /** What it adds to a sum: nothing. */
  zeroGradient(state: RunState): ReducedGradient {
    const { ready } = this.#options.replica;
    return {
      buckets: assignBuckets(ready?.engine.slots ?? [], state.plan?.buckets ?? state.buckets),
      into: this.#zeros,
      bucketReady: () => Promise.resolve(),
      check: () => 'none',
    };
  }

  /** Before a record is said: the replica holds now, if its ride has come to its end. */
  async land(): Promise<Landing | undefined> {
    const ride = this.#ride;
    if (!ride) return undefined;
    const landing = await ride.land();
    if (ride.failed) {
      this.#options.notice('warning', `catching up failed: ${ride.failed.message}`);
      this.end('it failed');
    }
    if (!landing) return undefined;
    const { holding, sets, snapshot } = landing;
    this.forget('landed');
    await this.#options.replica.adopt(holding, sets, snapshot);
    return landing;
  }

  end(why: string): void {
    if (!this.#ride) return;
    this.#lastState = this.#ride.log.state;
    this.#ride.stop(why);
    this.#ride = undefined;
  }

  /** Of another run or ring: nothing of it counts any more. */
  forget(why: string): void {
    this.end(why);
    this.#lastState = undefined;
  }

  takeState(from: MemberId, frame: Frame): void {
    this.#manifest?.receive(from, frame);
    this.#ride?.takeState(from, frame);
  }

  takeAnswer(from: MemberId, message: StateRequest & { kind: 'refused' | 'have' }): void {
    if (message.kind === 'refused') this.#manifest?.refused(from, message.digest);
    if (message.kind === 'refused') this.#ride?.dropSumOf(from, 'refused');
    if (message.digest !== this.#ride?.digest) return;
    if (message.kind === 'refused') this.#ride.fetch.refused(from);
    else this.#ride.fetch.offered(from, message.ranges);
  }

  linkClosed(peer: MemberId): void {
    this.#manifest?.linkClosed(peer);
    this.#ride?.fetch.drop(peer);
    this.#ride?.dropSumOf(peer, 'is gone');
  }

  #setSources(view: View, holders: readonly number[], riders: readonly number[]): void {
    const { self } = this.#options;
    const index = riders.findIndex((rank) => view.members[rank] === self);
    if (riders.length > 1) this.#ride?.share();
    this.#ride?.fetch.setSources({
      donors: this.#linked(view, holders),
      riders: this.#linked(view, riders),
      stripe: { index: Math.max(0, index), count: Math.max(1, riders.length) },
    });
  }

  #linked(view: View, ranks: readonly number[]): MemberId[] {
    const { self, hub } = this.#options;
    return ranks.map((rank) => view.members[rank]).filter((member) => member !== self && hub.has(member));
  }
}

/** Ranks of those who ride from this snapshot. */
function ridersOf(records: readonly HeaderRecord[], { digest }: { readonly digest: string }): number[] {
  return records.flatMap((record, rank) =>
    record.standing === 'rides' && record.digest === digest ? [rank] : [],
  );
}

/** To ride from what it holds itself: nothing is to be fetched. */
function manifestOf({ digest, state, tensors, hashes }: Holding): Manifest {
  return { digest, state, head: readHead(tensors), hashes };
}
