// What a trainer is given from outside: its identity, its clock, how to prepare an engine and the data for a
// configuration.
import type { Clock } from '../../base/clock';
import type { FlightRecorder } from '../../base/flight-recorder';
import type { RandomSource } from '../../base/prng';
import type { Dataset } from '../../data/dataset';
import type { MemberId } from '../../membership/view';
import type { PassClaim } from '../../net/room/pass-claim';
import type { EngineReport } from '../../model/check/engine-report';
import type { EngineWatch } from '../../model/check/engine-watch';
import type { Engine, MicroBatch } from '../../model/engine';
import type { Phase } from './phase';
import type { RunConfig } from '../run/run-config';

/** An engine compiled and a dataset loaded for one configuration. */
export interface Prepared {
  readonly engine: Engine;
  /** Logits by the parameters that `of` names, whatever the engine holds, for the screen. */
  readonly predictBy?: (of: () => Float32Array, microBatch: MicroBatch) => Promise<Float32Array>;
  readonly dataset: Dataset;
  /** Why this engine; for people. */
  readonly report?: EngineReport;
  /** Checks the engine while it trains (E20). */
  readonly watch?: Pick<EngineWatch, 'look'>;
  /** How long its known answers took at the start (E20). */
  readonly answersMs?: number;
}

/** Why a configuration cannot be prepared on this device. */
export class PrepareError extends Error {
  override name = 'PrepareError';
  constructor(
    /** needs-file waits until the person has given it, and starting for what members have not sent: `prepare` is called
     *  again. The others are final for this configuration. */
    readonly phase: Extract<Phase, { kind: 'needs-file' | 'starting' | 'failed' }>,
    message: string,
  ) {
    super(message);
  }
}

export interface TrainerOptions {
  readonly self: MemberId;
  readonly name: string;
  readonly clock: Clock;
  /** Random: names the lineages this replica may begin. */
  readonly seed: number;
  /** The source of its order of examples and of its lineages; by default `prng`. */
  readonly random?: RandomSource;
  readonly room: { readonly code: string; readonly hostPublicKey: string };
  /** Numbers of the host's commands are times of its clock. Those up to this one were signed before this replica came (H27a). */
  readonly olderCommands?: number;
  /** The pass by which a shut door knows it again (R22). Without one, it stays outside. */
  readonly pass?: PassClaim | undefined;
  /** The recorder of this replica; by default a new one. */
  readonly recorder?: FlightRecorder;
  /** The claim, on the host's device, that this member holds the host's key (H14c). */
  readonly hostClaim?: string | undefined;
  /** The pass itself: signs answers to the host's question (D5). */
  readonly passSecret?: string | undefined;
  /** Replicas of the same browser, of every room (H18). */
  readonly beside?: () => readonly MemberId[];
  /** Does nobody else compute on this device now? Absent: that is not known here, and its speed alone is not measured. */
  readonly isAlone?: () => Promise<boolean>;
  /** Rejects with PrepareError, or EngineError. The trainer destroys the engine. */
  readonly prepare: (config: RunConfig, signal: AbortSignal) => Promise<Prepared>;
}
