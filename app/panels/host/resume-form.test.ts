import { expect, test } from 'vitest';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { syncNamed } from '../../../src/train/run/sync';
import { beginsAnewWords } from './resume-form';

const plain = { kind: 'sgd' } as const;
const run = { ...moonsRun([8]), optimizer: { kind: 'momentum', momentum: 0.9, nesterov: false } as const };
const inner = /each member’s inner optimizer starts again/;

test('E25: a saved run says which part of it begins anew', () => {
  expect(beginsAnewWords(run)).toBe('');
  const local = { ...run, sync: syncNamed('diloco', 8) };
  expect(beginsAnewWords(local)).toMatch(inner);
  expect(beginsAnewWords({ ...local, optimizer: plain }), 'SGD keeps nothing').toBe('');
  const streaming = { ...run, sync: syncNamed('streaming-diloco', 8), optimizer: plain };
  expect(beginsAnewWords(streaming), 'members have weights of their own').toMatch(inner);
  const coded = { ...run, buckets: { ...run.buckets, codec: { kind: 'int8' } as const } };
  expect(beginsAnewWords(coded)).toBe('What the codec held back is not in the file.');
});
