// A run of the lab takes the path that a run of training takes, and the page says of it what happens.
import { expect, test } from 'vitest';
import { codecOf } from '../../../src/codecs/registry';
import { codecKinds, codecNamed } from '../../../src/codecs/setting';
import { LabRun } from './lab-run';
import { firstSetup, isGatheredSum, usedEdges, type LabSetup } from './lab-setup';
import { predictionOf } from './prediction';

const page: LabSetup = { ...firstSetup, line: 'page', topology: 'tree', elements: 70_001 };

test.each(codecKinds)('%s: the sum is right, with the bytes that the page predicts', async (codec) => {
  const setup = { ...page, codec };
  const run = new LabRun(setup);
  await run.over;
  const { verdict, sentBytes, receivedBytes, replicas } = run.show();
  expect(verdict).toMatchObject({ isEqual: true, isWithinBound: true });
  const one = codecOf(codecNamed(codec));
  const isGathered = ['sign', 'top-k', 'sparse-loco'].includes(codec);
  expect(isGatheredSum(setup)).toBe(isGathered);
  // One vector in pieces: gathered whole from each of the others, or once up and once down every edge of 1–2, 1–3, 3–4.
  const vector = encodedIn(isGathered ? 65_536 : 15_360, setup.elements, (n) => one.encodedBytes(n));
  const vectors = isGathered ? [3, 3, 3, 3] : [2, 1, 2, 1];
  expect(receivedBytes).toEqual(vectors.map((count) => count * vector));
  expect(sentBytes).toEqual(receivedBytes);
  // The page's own prediction: a share of the bytes that it expects.
  expect(replicas.map(({ received }) => received)).toEqual([1, 1, 1, 1]);
  if (isGathered)
    expect(predictionOf(setup)).toMatchObject({
      steps: 1,
      busiestBytes: 3 * one.encodedBytes(setup.elements),
    });
});

test('a replica to which nothing comes has received all when it is done', async () => {
  const run = new LabRun({ ...page, collective: 'broadcast', elements: 1_000 });
  expect(run.show().replicas.map(({ received }) => received)).toEqual([0, 0, 0, 0]);
  await run.over;
  const { receivedBytes, replicas } = run.show();
  expect(receivedBytes).toEqual([0, 4_000, 4_000, 4_000]);
  expect(replicas.map(({ received }) => received)).toEqual([1, 1, 1, 1]);
});

function encodedIn(piece: number, elements: number, encodedBytes: (elements: number) => number): number {
  let bytes = 0;
  for (let left = elements; left > 0; left -= piece) bytes += encodedBytes(Math.min(piece, left));
  return bytes;
}

test('a gathered sum uses every edge between living replicas; a tree does not', () => {
  const pairs = (setup: LabSetup): string[] => usedEdges(setup).map((ends) => ends.join('–'));
  expect(pairs(page)).toEqual(['1–2', '1–3', '3–4']);
  const gathered: LabSetup = { ...page, codec: 'sign', killed: [3] };
  expect(pairs(gathered)).toEqual(['1–2', '1–4', '2–4']);
  expect(pairs({ ...gathered, collective: 'broadcast' })).toEqual(['1–2', '1–4']);
});
