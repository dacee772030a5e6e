// The layers under a run of new classes are found again in the run that it began with, and in no other. A run of new classes
// begins another one where its own layers are given.
import { expect, test } from 'vitest';
import { inEnglish } from '../../cli/english/in-english';
import type { Result } from '../../base/result';
import { mlpPreset } from '../../model/presets';
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
  expect(given(await findBase(named, { checkpoint }))?.size).toBe(named.base.bytes);
  const other = changed(withinHalf(heldState(runOf(model))));
  for (const [source, code] of [
    [new Blob([fileBytes(other)]), 'other-base'],
    [new Blob([fileBytes(heldState(runOf(mlpPreset([12, 12], 2, [16, 8], 'relu'))))]), 'other-base-layers'],
    [run, 'run-not-base'],
    [new Blob(['no']), 'no-safetensors'],
  ] as const) {
    const found = await findBase(named, { checkpoint: source });
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
