// A run of the lab takes the path that a run of training takes, and the page says of it what happens.
import { expect, test } from 'vitest';
import { codecOf } from '../../../src/codecs/registry';
import { codecKinds, codecNamed } from '../../../src/codecs/setting';
import { gatheredSegment } from '../../../src/collectives/gathered-sum';
import { LabRun } from './lab-run';
import { firstSetup, isGatheredSum, usedEdges, type LabSetup } from './lab-setup';
import { predictionOf } from './prediction';

const page: LabSetup = { ...firstSetup, line: 'page', topology: 'tree', elements: 70_001 };

test.each(codecKinds)('%s: the sum is right, with the bytes that the page predicts', async (codec) => {
  const setup = { ...page, codec };
  const run = new LabRun(setup);
  await run.over;
  const { verdict, sentBytes, replicas } = run.show();
  expect(verdict).toMatchObject({ isEqual: true, isWithinBound: true });
  const received = replicas.map((replica) => replica.received);
  expect(received).toEqual([1, 1, 1, 1]);
  const one = codecOf(codecNamed(codec));
  const isGathered = ['sign', 'top-k', 'sparse-loco'].includes(codec);
  expect(isGatheredSum(setup)).toBe(isGathered);
  if (!isGathered) return;
  const part = one.encodedBytes(gatheredSegment) + one.encodedBytes(setup.elements - gatheredSegment);
  expect(sentBytes).toEqual([3 * part, 3 * part, 3 * part, 3 * part]);
  expect(predictionOf(setup)).toMatchObject({ steps: 1, busiestBytes: 3 * one.encodedBytes(setup.elements) });
});

test('a gathered sum uses every edge between living replicas; a tree does not', () => {
  const pairs = (setup: LabSetup): string[] => usedEdges(setup).map((ends) => ends.join('–'));
  expect(pairs(page)).toEqual(['1–2', '1–3', '3–4']);
  const gathered: LabSetup = { ...page, codec: 'sign', killed: [3] };
  expect(pairs(gathered)).toEqual(['1–2', '1–4', '2–4']);
  expect(pairs({ ...gathered, collective: 'broadcast' })).toEqual(['1–2', '1–4']);
});
