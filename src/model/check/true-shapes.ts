// The check at true shapes: kernels come in variants that only the room's own shapes reach. A micro-batch of equal rows
// has the gradient of one row times their number, so one row of plain loops is enough to judge the whole micro-batch.
// Every row of every call counts in it. If it is wrong, the calls are asked one by one, to name the op.
import { realClock, type Clock } from '../../base/clock';
import { mapInPieces } from '../../base/in-pieces';
import { untilSilent } from '../../base/until-silent';
import { yieldToLoop } from '../../base/yield-to-loop';
import { ReferenceModel } from '../cpu/reference-model';
import { EngineError, type Engine, type MicroBatch } from '../engine';
import { drawParameters } from '../plan/initial-parameters';
import { compile, flopsOf, type Plan } from '../plan/plan';
import { randomBatch } from '../plan/random-batch';
import type { ModelSpec } from '../spec';
import { tolerance } from '../../ops/tolerance';
import { wrongAnswer, wrongOf } from './judge';
import { eachKnownCall, type KnownCall } from './known-calls';

/** Plain loops take some seconds over a row of so many. Larger models are not checked at their true shapes. */
const largestFlops = 4e9;
/** The loops take a whole micro-batch to name the op. With more than this, the parameter is named. */
const largestSearchFlops = 2e9;
/** Between two calls the thread does its other work: it reads the data channels. Plain loops take one to two tenths of a
 *  second over so many. A model with a larger call is not checked; a micro-batch with one is not searched. */
const largestPieceFlops = 2e8;
/** Plain loops come to a pause within a second, or after the other work that they let through. */
const silence = { sliceMs: 10_000, slices: 6 };
/** A value near the corner of a relu may fall on its other side, which is no error. It does not happen twice. */
const seeds = [1, 2] as const;

export interface Expected {
  readonly batch: MicroBatch;
  readonly gradient: Float64Array;
}

export class TrueShapes {
  readonly #plan: Plan;
  /** Drawn with the first reference: those of a large model take seconds. */
  #parameters: Float32Array | undefined;

  constructor(
    readonly spec: ModelSpec,
    /** Lets other work of this thread continue. */
    readonly pause: () => Promise<void> = yieldToLoop,
    readonly clock: Clock = realClock,
  ) {
    this.#plan = compile(spec, 1);
  }

  /** The loops have no copy of the parameters that the engine does not train. */
  get isAffordable(): boolean {
    if (this.#plan.base.length > 0) return false;
    return flopsOf(this.#plan) <= largestFlops && largestPiece(this.#plan) <= largestPieceFlops;
  }

  /** The reference by plain loops, call by call, between which other work runs. Rejects when they fail (no memory, for
   *  example), or get stuck. The engine has no part in it. */
  reference(seed: number = seeds[0]): Promise<Expected> {
    return this.#inTime(async (pause) => {
      this.#parameters ??= await drained(drawParameters(this.#plan, 1), pause);
      const model = new ReferenceModel(this.#plan, Float64Array);
      const batch = randomBatch(this.#plan, 'true shapes', seed, 1);
      model.parameters.set(this.#parameters);
      model.load(batch);
      for (const call of [...this.#plan.forward, ...this.#plan.backward]) {
        call.reference(model);
        await pause();
      }
      return { batch, gradient: model.gradients as Float64Array };
    });
  }

  /** A sentence that names the op (or the parameter) and the device; undefined: right. The engine is left with
   *  parameters of the check. Rejects with EngineError, or as `reference` does: then nothing is known of the engine. */
  async ask(engine: Engine, first: Expected): Promise<string | undefined> {
    if ((await this.#compare(engine, first)) === undefined) return undefined;
    const wrong = await this.#compare(engine, await this.reference(seeds[1]));
    return wrong && ((await this.#wrongOp(engine).catch(unlessOfEngine)) ?? wrong);
  }

  async #wrongOp(engine: Engine): Promise<string | undefined> {
    const plan = compile(this.spec, engine.microBatch);
    if (flopsOf(plan) > largestSearchFlops || largestPiece(plan) > largestPieceFlops) return undefined;
    const known = await this.#inTime(async (pause) => {
      const asked: KnownCall[] = [];
      for (const each of eachKnownCall(plan, engine.precision)) {
        asked.push(each);
        await pause();
      }
      return asked;
    });
    const results = await engine.runCalls(known);
    const wrong = await mapInPieces(known.entries(), ([at, call]) =>
      wrongOf(call, results[at], engine.precision),
    );
    return wrongAnswer(wrong.flat(), engine.device);
  }

  #inTime<T>(loops: (pause: () => Promise<void>) => Promise<T>): Promise<T> {
    return untilSilent(this.clock, silence, 'its plain loops', (goesOn) =>
      loops(async () => {
        goesOn();
        await this.pause();
        goesOn();
      }),
    );
  }

  async #compare(engine: Engine, { batch, gradient }: Expected): Promise<string | undefined> {
    const { parameterCount, microBatch, slots, device, precision } = engine;
    const into = new Float32Array(parameterCount);
    const buckets = [{ index: 0, start: 0, end: parameterCount }];
    engine.setParameters(this.#parameters!); // drawn with the reference
    await engine.gradient([equalRows(batch, microBatch)], buckets, into, () => {}, { overlap: false });
    const dtype = precision === 'mixed' ? 'f16' : 'f32';
    const allowed = tolerance(dtype, Math.sqrt(reductionLength(this.#plan) + microBatch));
    for (const { name, offset, length } of slots) {
      let [apart, size] = [0, 0];
      for (let i = offset; i < offset + length; i++) {
        apart += (into[i] / microBatch - gradient[i]) ** 2;
        size += gradient[i] ** 2;
      }
      const relative = Math.sqrt(apart / (size + 1e-24));
      if (!(relative <= allowed))
        return `${device} gives a wrong answer at true shapes: the gradient of ${name} is off by ${relative.toPrecision(2)} of its norm, ${allowed.toPrecision(2)} is allowed`;
    }
    return undefined;
  }
}

/** Loops that fail find no op: then the parameter is named. */
function unlessOfEngine(error: unknown): undefined {
  if (error instanceof EngineError) throw error;
}

function equalRows({ inputs, labels, weights, keys }: MicroBatch, rows: number): MicroBatch {
  const times = <Values extends Float32Array | Uint32Array>(values: Values, into: Values): Values => {
    for (let row = 0; row < rows; row++) into.set(values, row * values.length);
    return into;
  };
  return {
    inputs: times(inputs, new Float32Array(rows * inputs.length)),
    labels: times(labels, new Uint32Array(rows * labels.length)),
    weights: times(weights, new Float32Array(rows * weights.length)),
    ...(keys && { keys: times(keys, new Uint32Array(rows)) }),
  };
}

/** Flops of the largest call: what this thread computes without a pause. */
function largestPiece({ forward, backward }: Plan): number {
  return Math.max(...[...forward, ...backward].map(({ flops }) => flops));
}

async function drained<T>(pieces: Generator<undefined, T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await pause();
  }
}

/** Depth adds rounding: each call adds that of its own reduction. */
function reductionLength({ forward, backward, tensors }: Plan): number {
  const lengths = new Map(tensors.map(({ name, length }) => [name, length]));
  return [...forward, ...backward].reduce((sum, { flops, writes, updates }) => {
    const outputs = [...writes, ...updates].reduce((total, name) => total + lengths.get(name)!, 0);
    return sum + flops / (2 * outputs);
  }, 0);
}
