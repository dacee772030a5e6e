import { expect, test } from 'vitest';
import type { WhatIf, WhatIfCase } from '../../../src/train/metrics/what-if';
import { assumptionWords, fasterWords, notYetWords, whatIfLines } from './what-if-words';

const caseOf = (kind: WhatIfCase['kind'], stepMs: number): WhatIfCase => ({
  ...{ kind, stepMs, restMs: 5, members: ['a', 'b', 'c'] },
  timeline: { computing: [[0, 50]], sums: [[50, stepMs - 5]], endMs: stepMs - 5 },
});
const predicted: WhatIf = {
  now: caseOf('now', 180),
  withoutSlowest: { case: caseOf('without-slowest', 100), member: 'b', examplesShare: 2 / 3 },
  noCommunication: caseOf('no-communication', 60),
  overlap: caseOf('overlap', 230),
  otherCodec: caseOf('codec', 178),
  ...{ steps: 20, usualStep: 1240, alphaMs: 2, bytesPerSecond: 1e6, areSharesMeasured: true },
};
const sentences = (change: Partial<WhatIf> = {}, isOverlapped = true): readonly string[] =>
  whatIfLines({ ...predicted, ...change }, isOverlapped, 'int8', () => 'Calm Heron').map(
    ({ sentence }) => sentence,
  );

test('one sentence a case, with what it would cost', () => {
  expect(sentences()).toEqual([
    'A step takes 180\u00a0ms.',
    'Without Calm Heron a step would take 100\u00a0ms: 1.8× faster. It would have 67\u00a0% of the examples: 1.2× as many a second.',
    'If sending took no time, a step would take 60.0\u00a0ms: 3.0× faster. No network makes it faster.',
    'If sending waited for the whole gradient, a step would take 230\u00a0ms: 1.3× slower.',
    'Sent as 8 bits, a step would take 178\u00a0ms: about as fast.',
  ]);
});

test('with overlap off, in mixed precision, with a fixed batch', () => {
  expect(sentences({}, false)[3]).toContain('If sending began during the backward pass');
  expect(sentences({ overlap: undefined })).toHaveLength(4);
  const fixed = { withoutSlowest: { ...predicted.withoutSlowest!, examplesShare: 1 } };
  expect(sentences(fixed)[1]).toBe('Without Calm Heron a step would take 100\u00a0ms: 1.8× faster.');
});

test('ratios and what is not yet known', () => {
  expect(fasterWords(100, 97)).toBe('about as fast');
  expect(fasterWords(100, 50)).toBe('2.0× faster');
  expect(fasterWords(50, 100)).toBe('2.0× slower');
  expect(fasterWords(0, 0)).toBe('not yet known');
  for (const why of ['no-steps', 'no-rate', 'no-buckets'] as const)
    expect(notYetWords(why)).toMatch(/^Not yet known: /);
  expect(notYetWords('sums-beside')).toMatch(/^Not known for Streaming DiLoCo: /);
});

test('says what it assumes, and when it guesses', () => {
  expect(assumptionWords(predicted, false)).toMatch(
    /^Each case is step 1,240 once more, the most usual one of the last 20\. It assumes /,
  );
  expect(assumptionWords(predicted, false)).not.toContain('guess');
  expect(assumptionWords({ ...predicted, areSharesMeasured: false }, false)).toContain('is a guess');
  const local = { ...predicted, areSharesMeasured: false, overlap: undefined };
  expect(assumptionWords(local, false), 'nothing leaves early').not.toContain('guess');
  expect(assumptionWords(predicted, true)).toContain('share one device');
});
