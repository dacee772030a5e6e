// One set of parameters in the playground, with what computes on it: an engine of this thread for images and points, a
// decoder for text. Both are made when first needed.
import { say } from '../../base/sayings';
import { SaidError } from '../../base/said-error';
import { hasSimd } from '../../model/simd/processor-engine';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { createDecoder, type Decoder } from '../../model/decode/decoder';
import { probabilitiesOf } from '../../model/decode/token-choice';
import { textOf } from '../../data/vocabulary';
import type { Engine } from '../../model/engine';
import { compile } from '../../model/plan/plan';
import { createSimdEngine } from '../../model/simd/simd-engine';
import { choosePath } from '../../simd/choose-path';
import { columnsOf, shapeOf } from '../../train/run/data-shape';
import { spectrogramSide } from '../../data/sound/spectrogram';
import type { RunConfig } from '../../train/run/run-config';
import type { HeldOut, Weights } from '../weights';
import type { ModelFacts } from './player-messages';

/** Rows that the engine takes at once: enough for its register tiles, little memory. */
const mostRows = 16;
const promptTokens = 16;

export class LoadedModel {
  readonly facts: ModelFacts;
  /** The engines by the rows that they take at once. */
  #engines = new Map<number, Engine>();
  #decoder: Decoder | undefined;

  constructor(readonly weights: Weights) {
    this.facts = factsOf(weights);
  }

  #engineOf(rows: number): Engine {
    const { config, parameters } = this.weights;
    let engine = this.#engines.get(rows);
    if (engine) return engine;
    engine = hasSimd()
      ? createSimdEngine(config.model, rows, { path: choosePath() })
      : createCpuEngine(config.model, rows);
    engine.setParameters(parameters);
    this.#engines.set(rows, engine);
    return engine;
  }

  get decoder(): Decoder {
    const { config, parameters } = this.weights;
    this.#decoder ??= createDecoder(config.model, parameters);
    if (!this.#decoder) throw new SaidError(say('writes-no-text'));
    return this.#decoder;
  }

  /** The examples to try it on. */
  get heldOut(): HeldOut {
    const { heldOut } = this.weights;
    if (!heldOut || heldOut.count === 0) throw new SaidError(say('no-examples-here'));
    return heldOut;
  }

  /** The length of one example. */
  get inputLength(): number {
    return this.facts.inputShape.reduce((product, size) => product * size, 1);
  }

  /** The same model with other parameters, which take over its engine. */
  withWeights(weights: Weights): LoadedModel {
    const next = new LoadedModel(weights);
    const isSame = hasSameModel(this.weights, weights);
    for (const engine of this.#engines.values()) {
      if (isSame) engine.setParameters(weights.parameters);
      else engine.destroy();
    }
    if (isSame) next.#engines = this.#engines;
    this.#engines = new Map();
    return next;
  }

  /** Probabilities of the classes for each row of `inputs` (n, inputs). */
  async probabilities(inputs: Float32Array): Promise<Float64Array[]> {
    const count = inputs.length / this.inputLength;
    const found: Float64Array[] = [];
    const outputs = await this.outputs(inputs);
    const classes = outputs.length / count;
    for (let row = 0; row < count; row++)
      found.push(probabilitiesOf(outputs.subarray(row * classes, (row + 1) * classes)));
    return found;
  }

  /** The outputs for each row of `inputs` (n, inputs), one after the other. */
  async outputs(inputs: Float32Array): Promise<Float32Array> {
    const { inputLength } = this;
    const count = inputs.length / inputLength;
    // A picture alone is asked for many times a second.
    const rows = count === 1 ? 1 : mostRows;
    const engine = this.#engineOf(rows);
    let outputs = new Float32Array();
    for (let start = 0; start < count; start += rows) {
      const part = inputs.subarray(start * inputLength, Math.min(count, start + rows) * inputLength);
      const batch = new Float32Array(rows * inputLength);
      batch.set(part);
      const logits = await engine.predict({
        inputs: batch,
        labels: new Uint32Array(rows * engine.terms),
        weights: new Float32Array(rows * engine.terms),
      });
      const each = logits.length / rows;
      if (start === 0) outputs = new Float32Array(count * each);
      outputs.set(logits.subarray(0, (part.length / inputLength) * each), start * each);
    }
    return outputs;
  }
}

function hasSameModel(one: Weights, other: Weights): boolean {
  return JSON.stringify(one.config.model) === JSON.stringify(other.config.model);
}

function factsOf({ config, step, parameters, vocabulary, heldOut, merged }: Weights): ModelFacts {
  const plan = compile(config.model, 1);
  const { inputShape } = config.model;
  const { classes, amounts = [] } = shapeOf(config.data);
  const names = ('classNames' in config.data && config.data.classNames) || [];
  const first = heldOut?.inputs.subarray(0, inputShape[0]) ?? [];
  return {
    step,
    task: vocabulary ? 'text' : amounts.length > 0 ? 'amounts' : taskOf(inputShape, classes),
    inputShape,
    classes,
    sense: senseOf(config.data, inputShape),
    amounts,
    columns: columnsOf(config.data),
    classNames: Array.from({ length: classes }, (_, at) => names[at] ?? String(at)),
    parameterCount: parameters.length,
    trainedPart: merged,
    context: plan.terms,
    prompt: vocabulary ? textOf(first.slice(0, promptTokens), vocabulary) : '',
    tokens: vocabulary?.kind,
    heldOut: heldOut && { count: heldOut.count, of: heldOut.of, isTrained: heldOut.isTrained },
  };
}

/** The device that sees or hears what the data holds: colours and grey photographs are a camera’s. */
function senseOf(
  data: RunConfig['data'],
  [height, width, channels = 1]: readonly number[],
): ModelFacts['sense'] {
  if (data.kind !== 'idx' || height !== width || height < 4) return undefined;
  if (data.recipe?.kind === 'sounds')
    return height === spectrogramSide && channels === 1 ? 'microphone' : undefined;
  return channels === 3 || (channels === 1 && data.recipe?.kind === 'images') ? 'camera' : undefined;
}

function taskOf(shape: readonly number[], classes: number): ModelFacts['task'] {
  if (shape.length === 1) return shape[0] === 2 && classes === 2 ? 'points' : 'numbers';
  const [height, width, channels = 1] = shape;
  return height > 3 && width > 3 && (channels === 1 || channels === 3) ? 'image' : 'numbers';
}
