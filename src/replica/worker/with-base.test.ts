// The model that members give to those who watch: whole where its base is at hand, and none where it is not.
import { expect, test } from 'vitest';
import { inEnglish } from '../../cli/english/in-english';
import { fromHalfs, toHalfs } from '../../base/float16';
import type { Result } from '../../base/result';
import { mlpPreset } from '../../model/presets';
import { beginOnFeatures, wholeModelIn } from '../../train/checkpoint/import/begin-on-features';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import { fileBytes, heldState, runOf, withinHalf } from '../../train/checkpoint/testing/held-state';
import { withBase, wholeForObservers } from './with-base';

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.says));
  return result.value;
}

test('who watches gets the frozen layers with those that are trained', async () => {
  const held = withinHalf(heldState(runOf(mlpPreset([12, 12], 2, [16, 9], 'relu'))));
  const { state, tensors } = held;
  const saved = new Blob([fileBytes(held)]);
  const from = given(await wholeModelIn(saved, undefined));
  const { run, base } = given(await beginOnFeatures(from, state.config, 2, 0));
  const begun = given(await readCheckpoint(run)).held;
  const around = { lineage: 'ab12cd34', step: 7, vocabulary: undefined, heldOut: undefined };
  const weights = { ...around, config: begun.state.config, parameters: begun.tensors.parameters.slice() };
  const whole = await wholeForObservers(withBase(weights, { here: () => base }));
  expect(whole).toMatchObject({
    config: { model: state.config.model },
    merged: { rank: undefined, numbers: 9 * 2 + 2 },
  });
  expect(whole!.config.base).toBeUndefined();
  const features = tensors.parameters.length - 20;
  expect(whole!.parameters.slice(0, features)).toEqual(
    fromHalfs(toHalfs(tensors.parameters.slice(0, features))),
  );
  expect(whole!.parameters.subarray(features)).toEqual(begun.tensors.parameters);
  expect(await wholeForObservers(withBase(weights, { here: () => undefined }))).toBeUndefined();
  const trainedWhole = { ...around, config: state.config, parameters: tensors.parameters.slice() };
  expect(await wholeForObservers(trainedWhole)).toEqual(trainedWhole);
});
