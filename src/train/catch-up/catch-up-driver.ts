// This replica as a rider: it takes part in every decision and sum as a member with n = 0, with the run state of the
// ride, while it has no tensors to speak for (PROTOCOL.md, "J: riding"). Whether it rides along or asks the ring to wait
// is its own choice, from what it rides and what it held before; every other member sees it in its record.
import type { Clock } from '../../base/clock';
import { groupDigits } from '../../base/group-digits';
import type { MemberId, View } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import { readHead } from '../../optim/state/state-bytes';
import type { TensorRange } from '../../optim/state/tensor-ranges';
import { assignBuckets } from '../reduce/buckets';
import type { AgreedState } from '../decide/compare-states';
import type { HeaderRecord } from '../header/header-record';
import type { Offered, StateRequest } from './state-source';
import { ManifestFetch, type Manifest } from './manifest';
import type { VersionedState } from '../state/versioned-state';
import type { Hub } from '../peers/hub';
import { missedStep } from './missed-step';
import type { ReplicaState } from '../state/replica-state';
import { CatchUp, type CatchUpResult } from './catch-up';
import type { RunState } from '../run/run-state';
import type { StepRecord } from '../metrics/step-record';
import type { ReducedGradient } from '../reduce/reduce-step';
import type { AttemptedStep } from '../commit/attempted-step';

export interface CatchUpDriverOptions {
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
export interface CatchUpProgress {
  readonly why: string;
  readonly receivedBytes: number;
  readonly totalBytes: number;
  /** Logged and not yet replayed. */
  readonly behindSteps: number;
  readonly donors: readonly MemberId[];
}

export class CatchUpDriver {
  readonly #options: CatchUpDriverOptions;
  #manifest: ManifestFetch | undefined;
  #catchUp: CatchUp | undefined;
  /** Of a ride that failed: the run goes on from its decisions, should nobody hold a state (S6). */
  #lastState: RunState | undefined;
  /** Digest to which a missed step was fetched: it is not tried twice. */
  #caughtUpTo: string | undefined;
  #zeros = new Float32Array();

  constructor(options: CatchUpDriverOptions) {
    this.#options = options;
  }

  /** As of the last decision; undefined when this replica does not ride. */
  get state(): RunState | undefined {
    return this.#catchUp?.log.state;
  }

  get lastState(): RunState | undefined {
    return this.#lastState;
  }

  get offered(): Offered | undefined {
    return this.#catchUp?.offered;
  }

  get isReady(): boolean {
    return this.#catchUp?.isReady ?? true;
  }

  /** Its part of the record, while it rides. */
  get record():
    | Pick<HeaderRecord, 'status' | 'version' | 'digest' | 'contribution' | 'progress' | 'requestsPause'>
    | undefined {
    if (!this.#catchUp) return undefined;
    const { digest, progress, requestsPause, log } = this.#catchUp;
    return {
      status: 'catching-up',
      version: log.state.version,
      digest,
      contribution: 0,
      progress,
      requestsPause,
    };
  }

  get progress(): CatchUpProgress | undefined {
    if (!this.#catchUp) return undefined;
    const { why, traffic, log } = this.#catchUp;
    const { receivedBytes, totalBytes, asked } = traffic;
    return { why, receivedBytes, totalBytes, behindSteps: log.pending, donors: asked };
  }

  /** This member is a target of the verdict: it drops what did not happen, fetches the one step it missed, or begins to
   *  ride (anew). No link yet, or none any more: to anyone who has the state, or rides from it. Throws HealError when
   *  none of those offers it. */
  async begin(
    view: View,
    agreed: AgreedState,
    records: readonly HeaderRecord[],
    attempted: AttemptedStep | undefined,
    signal: AbortSignal,
  ): Promise<'dropped the last' | 'catching up' | 'riding' | 'no link yet'> {
    const { replica, hub, clock } = this.#options;
    const old = this.#catchUp;
    if (old && agreed.version === old.log.state.version - 1 && old.log.dropLast()) return 'dropped the last';
    const holders = this.#linked(view, agreed.sources);
    const sources = [...holders, ...this.#linked(view, catchingUpFrom(records, agreed))];
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

    const trusted = replica.isStale || old ? undefined : replica.held;
    const before = old?.log.state ?? trusted?.state;
    const missed = before && digest !== this.#caughtUpTo ? missedStep(before, state, attempted) : undefined;
    if (missed && before) {
      const why = `fetching ${missed.kind === 'step' ? `the sum of step ${groupDigits(state.step)}` : 'a decision it missed'}`;
      const catchUp = old ?? (trusted && this.#catchUpFrom(manifestOf(trusted), why, ready.tensors, false));
      const shown = { digest, view, records, epochMs: Date.now(), isCommitted: false };
      if (holders.length > 0 && catchUp?.fetchMissed(missed, state, shown, holders)) {
        this.#catchUp = catchUp;
        this.#caughtUpTo = digest;
        this.#zeros = new Float32Array(ready.engine.parameterCount);
        replica.isStale = true; // it has said that it follows a later state than it holds
        return 'catching up';
      }
      if (catchUp !== old) catchUp?.stop('it begins anew');
    }
    this.end('it begins anew');
    const isFirstState = !replica.held?.state.initialized;
    replica.isStale = true;
    const mustWait = !state.initialized || state.step === 0;
    const why = isFirstState ? 'taking over the run' : agreed.reason;
    this.#catchUp = this.#catchUpFrom(manifest, why, ready.tensors, mustWait);
    this.#setSources(view, agreed.sources, agreed.targets);
    this.#zeros = new Float32Array(ready.engine.parameterCount);
    return 'riding';
  }

  #catchUpFrom(
    manifest: Manifest,
    why: string,
    tensorRanges: readonly TensorRange[],
    mustWait: boolean,
  ): CatchUp {
    const { replica, hub, clock, nameOf, notice, onChange, onReady, onStep } = this.#options;
    return new CatchUp({
      manifest,
      tensors: replica.tensorsToCatchUpIn(manifest.state.config),
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
  follow(view: View, records: readonly HeaderRecord[], agreed: AgreedState | undefined): boolean {
    const catchUp = this.#catchUp;
    if (!catchUp) return true;
    this.#setSources(view, agreed?.sources ?? [], catchingUpFrom(records, catchUp));
    if (!agreed) return true;
    const { digest, targets } = agreed;
    const shown = { digest, view, records, epochMs: Date.now(), isCommitted: targets.length === 0 };
    const isSettled = catchUp.log.settle(agreed, shown);
    if (!isSettled) return agreed.version !== catchUp.log.state.version;
    catchUp.settled(shown);
    return true;
  }

  /** A decision without a step. */
  decided(next: RunState): void {
    this.#catchUp?.log.decided(next);
    this.#catchUp?.logged();
  }

  stepped(...entry: Parameters<CatchUp['log']['stepped']>): void {
    this.#catchUp?.log.stepped(...entry);
    this.#catchUp?.logged();
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
  async promote(): Promise<CatchUpResult | undefined> {
    const catchUp = this.#catchUp;
    if (!catchUp) return undefined;
    const result = await catchUp.promote();
    if (catchUp.failed) {
      this.#options.notice('warning', `catching up failed: ${catchUp.failed.message}`);
      this.end('it failed');
    }
    if (!result) return undefined;
    const { held, sets, snapshot } = result;
    this.forget('promoted');
    await this.#options.replica.adopt(held, sets, snapshot);
    return result;
  }

  end(why: string): void {
    if (!this.#catchUp) return;
    this.#lastState = this.#catchUp.log.state;
    this.#catchUp.stop(why);
    this.#catchUp = undefined;
  }

  /** Of another run or ring: nothing of it counts any more. */
  forget(why: string): void {
    this.end(why);
    this.#lastState = undefined;
  }

  takeState(from: MemberId, frame: Frame): void {
    this.#manifest?.receive(from, frame);
    this.#catchUp?.takeState(from, frame);
  }

  takeAnswer(from: MemberId, message: StateRequest & { kind: 'refused' | 'have' }): void {
    if (message.kind === 'refused') this.#manifest?.refused(from, message.digest);
    if (message.kind === 'refused') this.#catchUp?.dropSumOf(from, 'refused');
    if (message.digest !== this.#catchUp?.digest) return;
    if (message.kind === 'refused') this.#catchUp.fetch.refused(from);
    else this.#catchUp.fetch.offered(from, message.ranges);
  }

  linkClosed(peer: MemberId): void {
    this.#manifest?.linkClosed(peer);
    this.#catchUp?.fetch.drop(peer);
    this.#catchUp?.dropSumOf(peer, 'is gone');
  }

  #setSources(view: View, holders: readonly number[], catchingUp: readonly number[]): void {
    const { self } = this.#options;
    const index = catchingUp.findIndex((rank) => view.members[rank] === self);
    if (catchingUp.length > 1) this.#catchUp?.share();
    this.#catchUp?.fetch.setSources({
      donors: this.#linked(view, holders),
      catchingUp: this.#linked(view, catchingUp),
      stripe: { index: Math.max(0, index), count: Math.max(1, catchingUp.length) },
    });
  }

  #linked(view: View, ranks: readonly number[]): MemberId[] {
    const { self, hub } = this.#options;
    return ranks.map((rank) => view.members[rank]).filter((member) => member !== self && hub.has(member));
  }
}

/** Ranks of those who ride from this snapshot. */
function catchingUpFrom(records: readonly HeaderRecord[], { digest }: { readonly digest: string }): number[] {
  return records.flatMap((record, rank) =>
    record.status === 'catching-up' && record.digest === digest ? [rank] : [],
  );
}

/** To ride from what it holds itself: nothing is to be fetched. */
function manifestOf({ digest, state, tensors, hashes }: VersionedState): Manifest {
  return { digest, state, head: readHead(tensors), hashes };
}
