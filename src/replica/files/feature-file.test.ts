// The layers under a run of new classes are found again in the run that it began with, and in no other. A run of new classes
// begins another one where its own layers are given.
import { expect, test } from 'vitest';
import { inEnglish } from '../../cli/english/in-english';
import type { Result } from '../../base/result';
import { fromHalfs, toHalfs } from '../../base/float16';
import { ReferenceModel } from '../../model/cpu/reference-model';
import { endOf } from '../../model/engine';
import { compile } from '../../model/plan/plan';
import { randomBatch } from '../../model/plan/random-batch';
import { mlpPreset } from '../../model/presets';
import { wholeSpec } from '../../model/spec';
import { readBase } from '../../train/checkpoint/base-file';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { changed, fileBytes, heldState, runOf, withinHalf } from '../../train/checkpoint/testing/held-state';
import { transferConfig } from '../transfer';
import { beginWithFeatures } from './feature-file';
import { findBase } from './find-base';
import { runFactsIn } from './run-file';

const model = mlpPreset([12, 12], 2, [16, 9], 'relu');
const held = withinHalf(heldState(runOf(model)));
const checkpoint = new Blob([fileBytes(held)]);
const { config } = held.state;
const data = { ...config.data, classes: 5 } as typeof config.data;
const wish = { data, steps: 40, learningRate: 0.02 };

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.says));
  return result.value;
}

test('the base is found again in the run that it is of, and in no other', async () => {
  const { run } = given(await beginWithFeatures({ checkpoint }, given(transferConfig(config, wish)), 2));
  const facts = given(await runFactsIn(run));
  const named = { model: facts.config.model, base: facts.config.base! };
  expect(given(await findBase(named, { checkpoints: [checkpoint] }))?.size).toBe(named.base.bytes);
  const other = changed(withinHalf(heldState(runOf(model))));
  for (const [source, code] of [
    [new Blob([fileBytes(other)]), 'other-base'],
    [new Blob([fileBytes(heldState(runOf(mlpPreset([12, 12], 2, [16, 8], 'relu'))))]), 'other-base-layers'],
    [run, 'run-not-base'],
    [new Blob(['no']), 'no-safetensors'],
  ] as const) {
    const found = await findBase(named, { checkpoints: [source] });
    expect(found.ok ? undefined : found.error.says.code).toBe(code);
  }
});

/** A run that froze one layer of the first one, trained the second layer on, and then began a run that freezes both. */
async function chain() {
  const begun = given(await beginWithFeatures({ checkpoint }, given(transferConfig(config, wish)), 1));
  const facts = given(await runFactsIn(begun.run));
  const trained = withinHalf(heldState(facts.config));
  const middle = new Blob([fileBytes(trained)]);
  const three = { ...data, classes: 3 } as typeof data;
  const next = given(transferConfig(facts.config, { ...wish, data: three }));
  const last = given(await beginWithFeatures({ checkpoint: middle, base: begun.base }, next, 2));
  return { begun, middle, trained: trained.tensors.parameters, last };
}

test('the features of a run with frozen layers are those of the whole model, as plain loops compute them', async () => {
  const { trained, last } = await chain();
  const { state, tensors } = given(await readCheckpoint(last.run)).held;
  const spec = state.config.model;
  const plan = compile(spec, 4);
  const halves = new Uint16Array(endOf(plan.base));
  given(await readBase(last.base!, spec, halves));
  const batch = randomBatch(plan, 'features', 1, 4);
  const gradients = (model: typeof spec, frozen: Uint16Array, parameters: Float32Array) => {
    const whole = new ReferenceModel(compile(model, 4), Float64Array);
    whole.setBase(frozen);
    whole.parameters.set(parameters);
    whole.load(batch);
    whole.forward();
    whole.backward();
    return { logits: whole.reals(plan.pieces[0].logits), flat: whole.gradients as Float64Array };
  };
  const parts = gradients(spec, halves, tensors.parameters);

  const first = fromHalfs(toHalfs(held.tensors.parameters.slice(0, 144 * 16 + 16)));
  const second = fromHalfs(toHalfs(trained.slice(0, 16 * 9 + 9)));
  const merged = Float32Array.of(...first, ...second, ...tensors.parameters);
  const dense = (inputs: readonly number[], flat: Float32Array, units: number): number[] =>
    Array.from({ length: units }, (_, unit) =>
      inputs.reduce(
        (sum, value, at) => sum + value * flat[at * units + unit],
        flat[inputs.length * units + unit],
      ),
    );
  const relu = (values: readonly number[]): number[] => values.map((value) => Math.max(0, value));
  for (let row = 0; row < 4; row++) {
    const inputs = [...(batch.inputs as Float32Array).subarray(144 * row, 144 * (row + 1))];
    const logits = dense(relu(dense(relu(dense(inputs, first, 16)), second, 9)), tensors.parameters, 3);
    for (const [at, logit] of logits.entries()) expect(parts.logits[3 * row + at]).toBeCloseTo(logit, 10);
  }
  const whole = gradients(wholeSpec(spec), new Uint16Array(0), merged);
  expect(parts.flat).toEqual(whole.flat.slice(merged.length - tensors.parameters.length));
  expect(parts.flat.some((value) => value !== 0)).toBe(true);
});

test('a base under a run with frozen layers is made of that run and of the one under it, in any order', async () => {
  const { begun, middle, last } = await chain();
  const facts = given(await runFactsIn(last.run));
  const named = { model: facts.config.model, base: facts.config.base! };
  for (const checkpoints of [
    [middle, checkpoint],
    [checkpoint, middle],
  ]) {
    const found = given(await findBase(named, { checkpoints }))!;
    expect(new Uint8Array(await found.arrayBuffer())).toEqual(new Uint8Array(await last.base!.arrayBuffer()));
  }
  const other = new Blob([fileBytes(changed(withinHalf(heldState(runOf(model)))))]);
  for (const [checkpoints, code] of [
    [[middle], 'given-lacks-base'],
    [[middle, other], 'given-lacks-base'],
    [[checkpoint], 'other-base'],
    [[last.run, checkpoint], 'run-not-base'],
    [[begun.run, checkpoint], 'other-base'],
  ] as const) {
    const found = await findBase(named, { checkpoints });
    expect(found.ok ? undefined : found.error.says.code).toBe(code);
  }
});

test('a run of new classes begins another one with its base', async () => {
  const first = given(await beginWithFeatures({ checkpoint }, given(transferConfig(config, wish)), 1));
  const { config: saved } = given(await runFactsIn(first.run));
  const next = given(transferConfig(saved, wish));
  expect([next.model.frozenLayers, next.base]).toEqual([undefined, undefined]);
  const lacking = await beginWithFeatures({ checkpoint: first.run }, next, 2);
  expect(lacking.ok ? undefined : lacking.error.says.code).toBe('base-not-here');
  const second = given(await beginWithFeatures({ checkpoint: first.run, base: first.base }, next, 2));
  // Nothing but the last layer was new in the first: both have the same layers before it.
  const direct = given(await beginWithFeatures({ checkpoint }, next, 2));
  expect(new Uint8Array(await second.base!.arrayBuffer())).toEqual(
    new Uint8Array(await direct.base!.arrayBuffer()),
  );
});
