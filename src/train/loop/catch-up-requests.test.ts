import { expect, test } from 'vitest';
import type { Decision } from '../decide/decision';
import { CatchUpRequests } from './catch-up-requests';

const asked = (digest: string, targets: number[]): Decision => ({
  ...{ kind: 'catch-up', version: 4, digest, sources: [0], targets },
  ...{ isDisagreement: false, reason: '' },
});

test('T1: a request is repeated when the header before asked the same members for the same state', () => {
  const requests = new CatchUpRequests();
  expect(requests.isRepeated(asked('a', [1]))).toBe(false);
  expect(requests.isRepeated(asked('a', [1]))).toBe(true);
  expect(requests.isRepeated(asked('a', [1, 2]))).toBe(false);
  expect(requests.isRepeated(asked('b', [1, 2]))).toBe(false);
  expect(requests.isRepeated({ kind: 'idle', reason: '' })).toBe(false);
  expect(requests.isRepeated({ kind: 'idle', reason: '' })).toBe(false);
  expect(requests.isRepeated(asked('b', [1, 2]))).toBe(false);
});

test('J1: the time without a source counts from the first look, and begins anew after a source was found', () => {
  const requests = new CatchUpRequests();
  expect(requests.noSource(1_000)).toBe(0);
  expect(requests.noSource(4_000)).toBe(3_000);
  requests.sourceFound();
  expect(requests.noSource(9_000)).toBe(0);
});
