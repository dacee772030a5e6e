// The playground's Worker in this thread: real models, the messages of a page.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { fromHalfs, toHalfs } from '../../base/float16';
import { prng } from '../../base/prng';
import { nameOfFile } from '../../data/name-of-file';
import { soundTaken } from '../../data/import/taken-example';
import { loadDataset, type BuiltInData } from '../../data/load-dataset';
import { splitDataset } from '../../data/split';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { endOf } from '../../model/engine';
import { probabilitiesOf } from '../../model/decode/token-choice';
import { compile } from '../../model/plan/plan';
import { initialParameters } from '../../model/plan/initial-parameters';
import { baseFileFrom } from '../../train/checkpoint/base-file';
import { tensorFile } from '../../train/checkpoint/testing/tensor-file';
import { around, fileBytes, heldState, runOf } from '../../train/checkpoint/testing/held-state';
import { presets } from '../presets';
import { heldOutOf, type Weights } from '../weights';
import { Player } from './player';
import type { AnswerTo, FromPlayer, Question } from './player-messages';

/** A page: asks and waits. */
function page() {
  const messages: FromPlayer[] = [];
  let arrived = (): void => undefined;
  const player = new Player((message) => {
    messages.push(message);
    arrived();
  });
  let id = 0;
  const ask = async <Q extends Question>(question: Q): Promise<AnswerTo<Q>> => {
    const own = ++id;
    player.receive({ kind: 'ask', id: own, question });
    for (;;) {
      const found = messages.find((one) => one.id === own && one.kind !== 'part');
      if (found?.kind === 'answer') return found.answer as AnswerTo<Q>;
      if (found?.kind === 'refused') throw new Error(inEnglish(found.why));
      await new Promise<void>((resolve) => (arrived = resolve));
    }
  };
  return { ask, messages, player };
}

function weightsOf(id: string, examples: number, step = 0): Weights {
  const base = presets.find((preset) => preset.id === id)!.config;
  const data = { ...base.data, examples } as typeof base.data;
  const config = { ...base, data, validationExamples: examples >> 1 };
  const dataset = loadDataset(data as BuiltInData, config.seed);
  return {
    ...{ config, lineage: 'ab12', step },
    parameters: new Float32Array(initialParameters(compile(config.model, 1), 7)),
    vocabulary: dataset.text?.vocabulary,
    heldOut: heldOutOf(dataset, splitDataset(dataset, config.validationExamples, config.seed)),
  };
}

test('digits: what the validation set is read as, against plain loops', async () => {
  const { ask } = page();
  const weights = weightsOf('digits-cnn', 60, 12);
  expect(await ask({ kind: 'take', side: 'now', weights })).toMatchObject({
    ...{ step: 12, task: 'image', classes: 10, inputShape: [28, 28] },
    heldOut: { count: 30, of: 30, isTrained: false },
  });
  const examined = await ask({ kind: 'examine', side: 'now' });

  const { inputs, labels } = weights.heldOut!;
  const engine = createCpuEngine(weights.config.model, 30);
  engine.setParameters(weights.parameters);
  const logits = await engine.predict({ inputs, labels, weights: new Float32Array(30).fill(1) });
  const confusion = new Uint32Array(100);
  let loss = 0;
  for (let i = 0; i < 30; i++) {
    const row = [...probabilitiesOf(logits.subarray(10 * i, 10 * i + 10))];
    confusion[10 * labels[i] + row.indexOf(Math.max(...row))]++;
    loss -= Math.log(row[labels[i]]) / 30;
  }
  expect(examined).toMatchObject({ step: 12, count: 30, confusion });
  expect(examined.loss).toBeCloseTo(loss, 5);
  const right = Array.from({ length: 10 }, (_, digit) => confusion[11 * digit]).reduce((a, b) => a + b, 0);
  expect(examined.right).toBe(right);
  expect(examined.misread).toHaveLength(Math.min(24, 30 - right));
  for (const { index, label, predicted, pixels } of examined.misread) {
    expect(label).toBe(labels[index]);
    expect(predicted).not.toBe(label);
    expect(pixels).toEqual(inputs.slice(784 * index, 784 * index + 784));
  }
  const example = await ask({ kind: 'classify', side: 'now', drawing: { kind: 'example', index: 3 } });
  expect(example.label).toBe(labels[3]);
  [...probabilitiesOf(logits.subarray(30, 40))].forEach((chance, i) =>
    expect(example.probabilities[i]).toBeCloseTo(chance, 5),
  );
});

test('amounts: what held-out examples and an entered row are predicted, in the amount’s unit', async () => {
  const { ask } = page();
  const weights = weightsOf('homes', 60, 3);
  const facts = await ask({ kind: 'take', side: 'now', weights });
  expect(facts).toMatchObject({ task: 'amounts', amounts: [{ name: 'price (thousand €)' }] });
  expect(facts.columns!.map(({ name }) => name)).toEqual(['area (m²)', 'age (years)']);
  const view = await ask({ kind: 'amounts', side: 'now' });
  expect([view.step, view.count, view.ground?.kind]).toEqual([3, 30, 'surface']);
  const at = view.ground!.at;
  const predict = (...row: string[]) => ask({ kind: 'predict', side: 'now', row });
  const entered = await predict(String(at[0]), String(at[1]));
  expect(entered.amounts[0]).toBeCloseTo(view.predicted[0], 2);
  expect(await predict('', 'x')).toEqual(await predict('95', '60')); // gaps are the means
  await ask({ kind: 'take', side: 'now', weights: weightsOf('digits-linear', 20) });
  await expect(predict('1')).rejects.toThrow('does not say what its inputs are made from');
});

test('an empty drawing is read too; filters are the weights of each unit', async () => {
  const { ask } = page();
  const weights = weightsOf('digits-linear', 20);
  await ask({ kind: 'take', side: 'now', weights });
  const blank = await ask({
    ...{ kind: 'classify', side: 'now' },
    drawing: { kind: 'ink', ink: new Float32Array(64), side: 8 },
  });
  expect(blank.pixels.every((pixel) => pixel === 0)).toBe(true);
  expect(blank.probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  const { count, of, height, width, channels, values } = await ask({ kind: 'filters', side: 'now' });
  expect([count, of, height, width, channels]).toEqual([10, 10, 28, 28, 1]);
  expect(values[3 * 784 + 100]).toBe(weights.parameters[100 * 10 + 3]);
});

test('text: a seed writes the same again; before and after stand beside each other', async () => {
  const { ask, messages } = page();
  const weights = weightsOf('stories', 40, 5);
  const facts = await ask({ kind: 'take', side: 'now', weights });
  expect(facts).toMatchObject({ task: 'text', context: 32 });
  expect(facts.prompt).toHaveLength(16);
  const choice = { temperature: 1, topK: 0, topP: 1 };
  const write = (side: 'now' | 'beside') =>
    ask({ kind: 'write', side, prompt: 'ann€ has', choice, seed: 3, length: 60 });
  const first = await write('now');
  expect(first).toMatchObject({ step: 5, prompt: 'ann has', unknown: '€' });
  expect(first.tokens).toHaveLength(60);
  expect((await write('now')).tokens).toEqual(first.tokens);
  expect(await ask({ kind: 'untrained' })).toMatchObject({ step: 0 });
  expect((await write('beside')).tokens).not.toEqual(first.tokens);
  await ask({ kind: 'take', side: 'now', weights: { ...weights, step: 6, parameters: weights.parameters.map((p) => 2 * p), heldOut: undefined } }); // prettier-ignore
  expect(await ask({ kind: 'keep' })).toMatchObject({ step: 6, heldOut: { count: 16 } });
  const maps = await ask({ kind: 'attention', side: 'now', text: 'ann has' });
  expect([maps.tokens.join(''), maps.heads, maps.layers.length]).toEqual(['ann has', 4, 2]);
  expect(maps.layers[1].subarray(6 * 7, 7 * 7).reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
  expect(messages.filter(({ kind }) => kind === 'refused')).toEqual([]);
});

test('a text is stopped; questions without an answer say why', async () => {
  const { ask, player, messages } = page();
  await expect(ask({ kind: 'examine', side: 'now' })).rejects.toThrow('no model has come yet');
  await ask({ kind: 'take', side: 'now', weights: weightsOf('stories', 40) });
  await expect(ask({ kind: 'filters', side: 'now' })).rejects.toThrow('has no filters on an image');
  await expect(ask({ kind: 'attention', side: 'now', text: '€' })).rejects.toThrow('knows no character');
  const choice = { temperature: 1, topK: 0, topP: 1 };
  const writing = ask({ kind: 'write', side: 'now', prompt: '', choice, seed: 1, length: 2000 });
  const firstPart = (): boolean => messages.some(({ kind }) => kind === 'part');
  for (let turns = 0; !firstPart() && turns < 10_000; turns++) await new Promise((resolve) => setImmediate(resolve)); // prettier-ignore
  player.receive({ kind: 'stop', id: 4 + 1 });
  const { tokens } = await writing;
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.length).toBeLessThan(2000);
});

test('a saved run is opened; another kind of model does not stand beside it', async () => {
  const { ask } = page();
  const held = heldState(runOf(presets[0].config.model));
  await ask({ kind: 'take', side: 'now', weights: weightsOf('stories', 40) });
  const file = new Blob([fileBytes(held, around)]);
  await expect(ask({ kind: 'open', side: 'beside', file })).rejects.toThrow('takes other data than the current model'); // prettier-ignore
  const facts = await ask({ kind: 'open', side: 'now', file });
  expect(facts).toMatchObject({ step: held.state.step, parameterCount: held.tensors.parameters.length });
  await expect(ask({ kind: 'open', side: 'now', file: new Blob(['no']) })).rejects.toThrow('too short');
});

/** 16 high and 8 wide in 56: where its ink lies then. */
async function placed(ask: ReturnType<typeof page>['ask']): Promise<readonly number[]> {
  const ink = new Float32Array(56 * 56);
  for (let at = 20; at < 36; at++) ink.fill(1, at * 56 + 24, at * 56 + 32);
  const drawing = { kind: 'ink', ink, side: 56 } as const;
  const { pixels } = await ask({ kind: 'classify', side: 'now', drawing });
  const inked = [...pixels.entries()]
    .filter(([, value]) => value > 0.5)
    .map(([at]) => [at % 28, Math.floor(at / 28)]);
  const [columns, rows] = [0, 1].map((axis) => inked.map((place) => place[axis]));
  return [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)];
}

test('a drawing lies as the images of a run’s own files do, though they are elsewhere', async () => {
  const held = heldState({
    ...runOf(presets[0].config.model),
    data: { kind: 'idx', name: 'x', sha256: '0'.repeat(64), examples: 90, inputShape: [28, 28], classes: 10 },
  });
  const sheet = { side: 28, longest: 8, x: 6, y: 20 };
  const file = new Blob([fileBytes(held, { ...around, sheet })]);
  const opened = page();
  await opened.ask({ kind: 'open', side: 'now', file });
  expect(await placed(opened.ask)).toEqual([4, 7, 16, 23]);

  // An observer's copy of it, which a member sent.
  const { config, step } = held.state;
  const parameters = new Float32Array(held.tensors.parameters);
  const copy = { config, lineage: 'ab12cd34', step, parameters, sheet };
  const observer = page();
  await observer.ask({ kind: 'receive', copy });
  expect(await placed(observer.ask)).toEqual([4, 7, 16, 23]);
  await observer.ask({ kind: 'receive', copy: { ...copy, step: step + 1 } }); // the next one, of the same run
  expect(await placed(observer.ask)).toEqual([4, 7, 16, 23]);
});

test('a second of sound is read as the same second of the data is', async () => {
  const { ask } = page();
  const digits = weightsOf('digits', 60);
  const data = {
    kind: 'idx',
    name: 'sounds',
    sha256: 'a'.repeat(64),
    examples: 12,
    classes: 2,
    inputShape: [32, 32],
    recipe: { kind: 'sounds' },
  } as const;
  const layers = [{ kind: 'dense', units: 2, activation: 'none' }] as const;
  const model = { ...digits.config.model, inputShape: [32, 32], layers };
  const weights: Weights = {
    ...digits,
    config: { ...digits.config, data, model },
    parameters: new Float32Array(initialParameters(compile(model, 1), 7)),
    heldOut: undefined,
  };
  const facts = await ask({ kind: 'take', side: 'now', weights });
  expect(facts).toMatchObject({ task: 'image', sense: 'microphone', classes: 2 });
  const random = prng('a second');
  const sound = { rate: 44_100, samples: Float32Array.from({ length: 44_100 }, () => 0.1 * random.normal()) };
  const { pixels } = await ask({ kind: 'classify', side: 'now', drawing: { kind: 'sound', sound } });
  expect(pixels).toEqual(Float32Array.from(soundTaken(sound).pixels, (byte) => byte / 255));
});

test('adapters answer with their base, as an engine that holds both; without it they say so', async () => {
  const { ask } = page();
  const whole = weightsOf('moons', 60);
  const { model } = whole.config;
  const adapters = { rank: 2, alpha: 4, weights: ['layers.0.weight', 'layers.1.weight'] };
  const halves = toHalfs(whole.parameters);
  const frozen = fromHalfs(halves);
  const file = new Blob([tensorFile(model, frozen)]);
  const base = await nameOfFile(file, () => Promise.resolve());
  const config = { ...whole.config, model: { ...model, adapters }, base };
  const plan = compile(config.model, 1);
  const random = prng('adapters');
  const parameters = Float32Array.from({ length: plan.parameterCount }, () => 0.3 * random.normal());
  const weights: Weights = { ...whole, config, parameters, step: 5 };
  await expect(ask({ kind: 'take', side: 'now', weights })).rejects.toThrow(
    /^the model that this run began with is not on this device/,
  );
  const other = new Blob([
    tensorFile(
      model,
      frozen.map((value) => value + 1),
    ),
  ]);
  await expect(ask({ kind: 'take', side: 'now', weights: { ...weights, base: other } })).rejects.toThrow(
    /is not on this device/,
  );
  expect(await ask({ kind: 'take', side: 'now', weights: { ...weights, base: file } })).toMatchObject({
    step: 5,
    parameterCount: frozen.length,
    trainedPart: { rank: 2, numbers: parameters.length },
  });

  const { inputs, labels } = whole.heldOut!;
  const lossOf = async (trained: Float32Array): Promise<number> => {
    const engine = createCpuEngine(config.model, 30);
    engine.setBase(halves);
    engine.setParameters(trained);
    const weight = new Float32Array(30).fill(1);
    const { lossSum } = await engine.evaluate([{ inputs, labels, weights: weight }]);
    return lossSum / 30;
  };
  const trained = await ask({ kind: 'examine', side: 'now' });
  expect(trained.loss).toBeCloseTo(await lossOf(parameters), 5);
  // Before the first step the model is its base, and newer adapters need no file.
  await ask({ kind: 'untrained' });
  const before = await ask({ kind: 'examine', side: 'beside' });
  expect(before.loss).toBeCloseTo(await lossOf(new Float32Array(initialParameters(plan, config.seed))), 5);
  expect(Math.abs(before.loss - trained.loss)).toBeGreaterThan(1e-3);
  const halved = parameters.map((value) => value / 2);
  await ask({ kind: 'take', side: 'now', weights: { ...weights, parameters: halved, heldOut: undefined } });
  const half = await ask({ kind: 'examine', side: 'now' });
  expect(half.loss).toBeCloseTo(await lossOf(halved), 5);
  const { weights: taken } = await ask({ kind: 'take-away', side: 'now' });
  expect(taken.config.model.adapters).toBeUndefined();
  expect(taken.parameters).toHaveLength(frozen.length);
});

test('a saved run is opened with its base where that is given, and asks for it where it is not', async () => {
  const { ask } = page();
  const whole = weightsOf('moons', 60);
  const model = { ...whole.config.model, frozenLayers: 1 };
  const made = baseFileFrom(model, whole.parameters);
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const base = made.value;
  const config = { ...whole.config, model, base: await nameOfFile(base, () => Promise.resolve()) };
  const held = heldState(config);
  const file = new Blob([fileBytes(held, around)]);
  const open = (given: Blob | undefined) => ask({ kind: 'open', side: 'now', file, base: given });
  await expect(open(undefined)).rejects.toThrow(/is not on this device/);
  await expect(open(new Blob([new Uint8Array(base.size)]))).rejects.toThrow(/is not on this device/);
  expect(await open(base)).toMatchObject({ parameterCount: whole.parameters.length });
  const { weights } = await ask({ kind: 'take-away', side: 'now' });
  const frozen = fromHalfs(
    toHalfs(whole.parameters.slice(0, whole.parameters.length - held.tensors.parameters.length)),
  );
  expect(weights.parameters).toEqual(Float32Array.of(...frozen, ...held.tensors.parameters));
  // The untrained model beside it needs no file.
  expect(await ask({ kind: 'untrained' })).toMatchObject({ step: 0 });
});

test('frozen layers answer with those that are trained, as an engine that holds both', async () => {
  const { ask } = page();
  const whole = weightsOf('moons', 60);
  const model = { ...whole.config.model, frozenLayers: 1 };
  const plan = compile(model, 1);
  const frozen = whole.parameters.slice(0, endOf(plan.base));
  const made = baseFileFrom(model, frozen);
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const file = made.value;
  const config = { ...whole.config, model, base: await nameOfFile(file, () => Promise.resolve()) };
  const random = prng('last layers');
  const parameters = Float32Array.from({ length: plan.parameterCount }, () => 0.3 * random.normal());
  const weights: Weights = { ...whole, config, parameters, step: 5, base: file };
  expect(await ask({ kind: 'take', side: 'now', weights })).toMatchObject({
    parameterCount: whole.parameters.length,
    trainedPart: { rank: undefined, numbers: parameters.length },
  });
  const engine = createCpuEngine(model, 30);
  engine.setBase(toHalfs(frozen));
  engine.setParameters(parameters);
  const { inputs, labels } = whole.heldOut!;
  const { lossSum } = await engine.evaluate([{ inputs, labels, weights: new Float32Array(30).fill(1) }]);
  expect((await ask({ kind: 'examine', side: 'now' })).loss).toBeCloseTo(lossSum / 30, 5);
  const { weights: taken } = await ask({ kind: 'take-away', side: 'now' });
  expect(taken.config.model).toEqual(whole.config.model);
  expect(taken.config.base).toBeUndefined();
});
