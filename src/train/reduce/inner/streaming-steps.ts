// The inner steps of Streaming DiLoCo (E27, E28). A member's own parameters stay from one step of the ring to the next. While
// the sum of the step before travels, it trains on for `delay` inner steps; then it takes the new outer parameters of that
// step's fragment into its own. What it contributes is the pseudo-gradient of this step's fragment.
import { untilAborted } from '../../../base/until-aborted';
import type { LossSums, MicroBatch } from '../../../model/engine';
import { copyTrainState, type TrainState } from '../../../optim/state/train-state';
import type { Computed, GradientSource, OwnParameters } from '../gradient-source';
import type { Fragment } from '../../run/fragments';
import { stopsEarly } from './early-stop';
import { innerUpdate } from './inner-update';
import type { InnerOptions } from './inner-steps';
import type { InnerStates } from './inner-states';

/** `outer` may be of before the step before; afterwards the engine holds the latest ones. */
export interface StreamingOptions extends InnerOptions {
  readonly states: InnerStates;
  /** What the step before left; undefined: it begins at the outer parameters, with zero moments. */
  readonly from: TrainState | undefined;
  /** The fragment of this step. */
  readonly fragment: Fragment;
  /** The fragment of the step before. */
  readonly fragmentBefore: Fragment;
  readonly delay: number;
  readonly mixing: number;
}

const nothing: LossSums = { lossSum: 0, score: 0, count: 0 };
/** It says at least so often that it waits for a sum, which has deadlines of its own. */
const sayEveryMs = 30_000;

export class StreamingSteps implements GradientSource, OwnParameters {
  readonly isAnnouncedLate = true;
  readonly isOverlapped = false;
  termsComputed = 0;
  readonly #paused: (readonly [number, number])[] = [];
  #pausedSinceMs: number | undefined;
  #told!: (outer: Float32Array) => void;
  readonly #outer = new Promise<Float32Array>((resolve) => (this.#told = resolve));
  #latest: Float32Array;
  #state: TrainState | undefined;
  #done = 0;

  constructor(private readonly options: StreamingOptions) {
    this.#latest = options.outer;
  }

  get own(): OwnParameters {
    return this;
  }

  get terms(): number {
    return this.options.terms;
  }

  get paused(): readonly (readonly [number, number])[] {
    const sinceMs = this.#pausedSinceMs;
    return sinceMs === undefined ? this.#paused : [...this.#paused, [sinceMs, this.options.clock.now()]];
  }

  get goesOn(): boolean {
    return this.options.from !== undefined;
  }

  outerIs(outer: Float32Array): void {
    this.#latest = outer;
    this.#told(outer);
  }

  get left(): TrainState | undefined {
    return this.#state;
  }

  drop(): void {
    if (this.#state) this.options.states.give(this.#state);
    this.#state = undefined;
  }

  async compute(
    buckets: Parameters<GradientSource['compute']>[0],
    into: Float32Array,
    onBucket: (index: number) => void,
    signal: AbortSignal,
    onProgress: () => void,
  ): Promise<Computed> {
    const { states, optimizer } = this.options;
    states.prepare(optimizer, into.length);
    this.#state = states.take();
    const { engine } = this.options;
    const computed = await this.#train(into, signal, onProgress).finally(() =>
      engine.setParameters(this.#latest),
    );
    for (const { index } of buckets) onBucket(index);
    return computed;
  }

  async #train(into: Float32Array, signal: AbortSignal, onProgress: () => void): Promise<Computed> {
    const { engine, from, fragment, delay, batches } = this.options;
    const startedMs = this.options.clock.now();
    let mixed: Promise<Float32Array> | undefined;
    const mix = (): Promise<Float32Array> => (mixed ??= this.#mix(signal, onProgress));
    if (from) copyTrainState(from, this.#state!);
    else beginAt(await mix(), this.#state!);
    let contributed = 0;
    let isFinite = true;
    for (const [at, batch] of batches.entries()) {
      if (at === delay) await mix();
      if (!isFinite || stopsEarly(this.options, this.#done, startedMs, this.#pausedMs)) break;
      engine.setParameters(this.#state!.parameters);
      const count = await this.#gradient(batch(), into, signal);
      if (count === 0) break; // it overflowed at every scale: what was done before counts
      contributed += count;
      this.#done++;
      isFinite = this.#step(into, count, at);
      onProgress();
    }
    const outer = await mix();
    engine.setParameters(outer);
    const sums = contributed > 0 ? await engine.evaluate(batches[0]()) : nothing;
    signal.throwIfAborted();
    onProgress();
    const { parameters } = this.#state!;
    into.fill(isFinite ? 0 : NaN); // its check finds that, and it withholds it
    if (isFinite && contributed > 0)
      for (const { start, end } of fragment)
        for (let i = start; i < end; i++) into[i] = contributed * Math.fround(outer[i] - parameters[i]);
    return { ...sums, contributed };
  }

  /** Σ∇L at its own parameters. Returns the loss terms in it. */
  async #gradient(batch: readonly MicroBatch[], into: Float32Array, signal: AbortSignal): Promise<number> {
    const whole = [{ index: 0, start: 0, end: into.length }];
    const { count } = await this.options.engine.gradient(batch, whole, into, () => undefined, {
      overlap: false,
      signal,
    });
    signal.throwIfAborted();
    this.termsComputed += batch.reduce((sum, { weights }) => sum + weights.length, 0);
    return count;
  }

  /** False: the update is not finite, and was not made. */
  #step(sum: Float32Array, count: number, at: number): boolean {
    const { states, optimizer, clipNorm, tensors, learningRate } = this.options;
    const [from, to] = [this.#state!, states.take()];
    const isFinite = innerUpdate(
      optimizer,
      from,
      to,
      { sum, count, clipNorm, learningRate: learningRate(at) },
      tensors,
    );
    this.#state = isFinite ? to : from;
    states.give(isFinite ? from : to);
    return isFinite;
  }

  /** Waits for the outer parameters after the step before, and takes its fragment into its own. */
  async #mix(signal: AbortSignal, onProgress: () => void): Promise<Float32Array> {
    const { from, fragmentBefore, mixing, clock } = this.options;
    this.#pausedSinceMs = clock.now();
    let cancel = (): void => {};
    const say = (): void => {
      onProgress();
      cancel = clock.after(sayEveryMs, say);
    };
    say();
    const outer = await untilAborted(this.#outer, signal).finally(() => cancel());
    onProgress();
    this.#paused.push([this.#pausedSinceMs, clock.now()]);
    this.#pausedSinceMs = undefined;
    const f = Math.fround;
    const [own, theirs] = [f(mixing), f(1 - mixing)];
    const { parameters } = this.#state!;
    for (const { start, end } of from ? fragmentBefore : [])
      for (let i = start; i < end; i++) parameters[i] = f(f(own * parameters[i]) + f(theirs * outer[i]));
    return outer;
  }

  get #pausedMs(): number {
    return this.#paused.reduce((sum, [start, end]) => sum + end - start, 0);
  }
}

function beginAt(outer: Float32Array, state: TrainState): void {
  state.parameters.set(outer);
  for (const vector of state.vectors) vector.fill(0);
  state.scalars.fill(1);
  state.step = 0;
}
