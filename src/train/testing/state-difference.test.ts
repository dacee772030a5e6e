import { expect, test } from 'vitest';
import { copyTrainState, createTrainState } from '../../optim/state/train-state';
import { newRun } from '../run/run-state';
import { testConfig } from './real-ring';
import { jsonDifference, stateDifference, tensorDifference } from './state-difference';

const tensors = () => createTrainState(testConfig.optimizer, 5);

test('equal states have no difference, even as separate objects', () => {
  const a = { state: newRun(testConfig), tensors: tensors() };
  const b = { state: JSON.parse(JSON.stringify(a.state)) as typeof a.state, tensors: tensors() };
  a.tensors.parameters[2] = NaN;
  copyTrainState(a.tensors, b.tensors);
  expect(stateDifference(a, b)).toBeUndefined();
});

test('the first element that differs, with both values, bit for bit', () => {
  const [a, b] = [tensors(), tensors()];
  b.vectors[1][4] = 2;
  b.vectors[1][3] = -0;
  expect(tensorDifference(a, b)).toBe('vectors[1][3]: 0 and -0');
  a.parameters[1] = 0.5;
  expect(tensorDifference(a, b)).toBe('parameters[1]: 0.5 and 0');
  a.step = 3;
  expect(tensorDifference(a, b)).toBe('step: 3 and 0');
  const c = tensors();
  c.scalars[1] = 0.9;
  expect(tensorDifference(tensors(), c)).toBe('scalars[1]: 1 and 0.9');
  expect(tensorDifference(a, { ...a, parameters: new Float32Array(4) })).toBe('parameters: 5 and 4 elements');
  expect(tensorDifference(a, { ...a, vectors: [] })).toBe('vectors: 2 and 0 of them');
});

test('the first key that differs, by its path; lists by number', () => {
  const list = Array.from({ length: 12 }, (_, i) => i);
  expect(jsonDifference({ list, z: 1 }, { list: list.with(10, 0).with(9, 0), z: 2 })).toBe('list.9: 9 and 0');
  expect(jsonDifference({ plan: null }, { plan: { cursor: 1 } })).toBe('plan: null and {"cursor":1}');
  expect(jsonDifference({ a: 1 }, { a: 1, b: [] })).toBe('b: nothing and []');
  expect(jsonDifference([1], { 0: 1 })).toBe('the whole: [1] and {"0":1}');
  expect(jsonDifference('lobby', 'running')).toBe('the whole: "lobby" and "running"');
});

test('decisions come before tensors', () => {
  const a = { state: newRun(testConfig), tensors: tensors() };
  const b = { state: { ...a.state, learningRate: 1 }, tensors: { ...tensors(), step: 1 } };
  expect(stateDifference(a, b)).toBe('learningRate: 0.01 and 1');
  expect(stateDifference(a, { ...b, state: a.state })).toBe('step: 0 and 1');
});
