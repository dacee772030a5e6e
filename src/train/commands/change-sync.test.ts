// S17b: the members synchronise in another way.
import { inWords } from '../../cli/english/testing/in-words';
import { expect, test } from 'vitest';
import { testConfig } from '../testing/real-ring';
import { noRateHealth } from '../run/rate-health';
import { parseRunConfig } from '../run/run-config';
import { decodeRunState, encodeRunState, newRun, type RunState } from '../run/run-state';
import { streamingDiloco } from '../run/modes/streaming';
import { dilocoOuter, type Sync } from '../run/sync';
import { applyCommand, withSync } from './command-meaning';

const local = (innerSteps: number): Sync => ({ kind: 'local', innerSteps, outer: dilocoOuter });
const plan = { positions: [], shards: [], learningRate: 0.1, buckets: testConfig.buckets };
const rateHealth = { ...noRateHealth, steps: 9, learningRate: 0.3 };
const state: RunState = { ...newRun(testConfig), plan, usualNorms: [1, 2], rateHealth };

test('S17b: its plan, its norms and what served well are forgotten', () => {
  const next = withSync(state, local(8));
  expect(next).toEqual({ ...state, sync: local(8), plan: null, usualNorms: [], rateHealth: noRateHealth });
  expect(decodeRunState(encodeRunState(next))).toEqual({ ok: true, value: next });
});

test('S17b: the same mode, or too many loss terms, changes nothing', () => {
  expect(withSync(state, { kind: 'every-step' })).toBe(state);
  const large = { ...state, config: { ...testConfig, localBatch: 1024 } };
  expect(withSync(large, local(256)).sync).toEqual(local(256));
  expect(withSync(large, local(257))).toBe(large);
});

test('E27: Streaming DiLoCo does not go with PowerSGD, nor has a model more fragments than parameters', () => {
  const streaming = streamingDiloco(8);
  const codec = { kind: 'power-sgd', rank: 1 } as const;
  const factored = { ...state, buckets: { ...state.buckets, codec } };
  expect(withSync(factored, streaming)).toBe(factored);
  expect(withSync(state, streaming).sync).toEqual(streaming);
  const buckets = { ...testConfig.buckets, codec };
  expect(parseRunConfig({ ...testConfig, sync: streaming, buckets })).toMatchObject({ ok: false, error: { says: inWords(expect.stringContaining('choose another codec')) } }); // prettier-ignore
  expect(applyCommand({ ...state, sync: streaming }, { kind: 'set-buckets', buckets }).buckets).toEqual(
    state.buckets,
  );
  const linear = { ...testConfig.model, layers: [{ kind: 'dense', units: 2, activation: 'none' } as const] };
  expect(parseRunConfig({ ...testConfig, model: linear, sync: streamingDiloco(14, { fragments: 7 }) })).toMatchObject({ ok: false, error: { says: inWords(expect.stringContaining('6 parameters, and so not 7 fragments')) } }); // prettier-ignore
});

test('a configuration names the mode, within bounds; without it every step is summed', () => {
  const { sync: _, ...without } = testConfig;
  expect(parseRunConfig(without)).toEqual({ ok: true, value: testConfig });
  const valid = (sync: unknown): boolean => parseRunConfig({ ...testConfig, sync }).ok;
  expect([1, 1000, 0, 1001, 1.5].map((steps) => valid(local(steps)))).toEqual([true, true, false, false, false]); // prettier-ignore
  expect(valid({ ...local(2), outer: { kind: 'nesterov', learningRate: 3, momentum: 0.9 } })).toBe(false);
});
