// How fast this device is alone, with the run's settings: some steps of a ring of one on the side (train-alone.ts), while
// the replica has nothing else to do. That is before it asks to be admitted, and while its ring is idle. Replicas that
// share a device do not try: none of them has it alone.
import type { FlightRecorder } from '../../base/flight-recorder';
import { trainAlone } from '../loop/train-alone';
import { isTrialOver, trialOf, type LoneTrial } from '../metrics/lone-trial';
import type { StepRecord } from '../metrics/step-record';
import type { Replica } from '../participation/replica';
import { canonical, type RunConfig } from '../run/run-config';
import type { RunState } from '../run/run-state';
import type { TrainerOptions } from '../context/trainer-options';

/** A person waits for this one. */
const beforeAskingMs = 1_500;
/** The time of a trial for which nobody waits. It is made even if there is a figure of before, when the page was still
 *  loading. */
const whileIdleMs = 4_000;
/** The least time that the ring has been idle before a trial. Until then pages that load, and people who join, have the
 *  device. */
export const restMs = 5_000;
/** A trial keeps a second state beside the run's: a phone may have no room for that of a larger model. */
const mostParameters = 2 ** 23;

interface Tried {
  readonly conditions: string;
  readonly limitMs: number;
  /** Undefined: its steps were too few for a figure. */
  readonly trial: LoneTrial | undefined;
}

export class LoneTrials {
  /** The last that came to its end. */
  #last: Tried | undefined;

  constructor(
    readonly replica: Replica,
    readonly recorder: Pick<FlightRecorder, 'note'>,
    readonly options: Pick<TrainerOptions, 'self' | 'clock' | 'random' | 'isAlone'>,
    /** There may be a figure. */
    readonly onEnd: () => void,
  ) {}

  /** The trial of the settings of now; undefined: not measured. */
  get now(): LoneTrial | undefined {
    const { ready, followed } = this.replica;
    if (!ready || this.#last?.trial === undefined) return undefined;
    const { backend } = ready.engine;
    return this.#last.conditions === conditionsOf(settingsOf(ready.config, followed), backend)
      ? this.#last.trial
      : undefined;
  }

  /** This replica is about to ask to be admitted. Settles soon after the signal aborts; never rejects. `onBegin`: it does
   *  take time. */
  beforeAsking(config: RunConfig, signal: AbortSignal, onBegin: () => void): Promise<void> {
    return this.#try(config, beforeAskingMs, signal, onBegin);
  }

  /** The ring is idle until the signal aborts; settles soon after that. Never rejects. */
  async whileIdle(signal: AbortSignal): Promise<void> {
    const { clock, isAlone } = this.options;
    if (!isAlone) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(restMs, resolve);
      signal.addEventListener('abort', () => resolve(cancel()), { once: true });
    });
    const { participation, ready } = this.replica;
    if (signal.aborted) return;
    if (participation.kind !== 'current' || !ready) return; // else its thread has other work
    await this.#try(settingsOf(ready.config, participation.stored.held.state), whileIdleMs, signal);
  }

  async #try(config: RunConfig, limitMs: number, signal: AbortSignal, onBegin?: () => void): Promise<void> {
    const { self, clock, random, isAlone } = this.options;
    const { ready, device } = this.replica;
    if (!isAlone || !ready || device.isComputing || ready.engine.parameterCount > mostParameters) return;
    const conditions = conditionsOf(config, ready.engine.backend);
    const last = this.#last?.conditions === conditions ? this.#last : undefined;
    if (last && last.limitMs >= limitMs) return;
    if (!(await isAlone()) || signal.aborted) return;
    onBegin?.();
    const startMs = clock.now();
    const over = new AbortController();
    const abort = (): void => over.abort(new Error('the trial is over'));
    signal.addEventListener('abort', abort, { once: true });
    const cancel = clock.after(limitMs, abort);
    const steps: number[] = [];
    const onStep = ({ contributions, splits }: StepRecord): void => {
      const { wallMs } = splits[self];
      steps.push(wallMs / contributions[self]);
      if (isTrialOver(steps.length, clock.now() - startMs, wallMs, limitMs)) abort();
    };
    try {
      await trainAlone({ self, clock, random, ready, config, onStep }, over.signal);
      const trial = trialOf(steps);
      const isAloneStill = await isAlone(); // a replica may have come to this device meanwhile
      const counts = !signal.aborted || (trial && !last); // one that was cut short replaces no figure
      if (isAloneStill && counts) this.#last = { conditions, limitMs, trial: trial ?? last?.trial };
      this.recorder.note('trained alone', { steps: steps.length, isAloneStill, ...(trial ?? {}) });
    } catch (error) {
      this.#last = { conditions, limitMs: Infinity, trial: undefined };
      this.recorder.note('not trained alone', { why: String(error) });
    } finally {
      cancel();
      signal.removeEventListener('abort', abort);
      this.replica.giveParameters();
      this.onEnd();
    }
  }
}

/** Those of now: the host changes some while the ring trains. */
function settingsOf(config: RunConfig, state: RunState | undefined): RunConfig {
  const { sync, buckets, batchMode, globalBatch, shards } = state ?? config;
  return { ...config, sync, buckets, batchMode, globalBatch, shards };
}

/** What the cost of a loss term depends on. */
function conditionsOf(
  {
    model,
    microBatch,
    localBatch,
    batchMode,
    globalBatch,
    sync,
    optimizer,
    precision,
    checkpoints,
  }: RunConfig,
  backend: string,
): string {
  const batch = batchMode === 'fixed' ? globalBatch : localBatch;
  const { inputShape, layers } = model;
  const { kind } = optimizer;
  return canonical({ inputShape, layers, microBatch, batch, sync, kind, precision, checkpoints, backend });
}
