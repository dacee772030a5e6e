import { expect, test } from 'vitest';
import type { PeerStatus } from '../../../src/replica/protocol';
import { ringEdges } from './ring-edges';

const member = (given: Partial<PeerStatus>): PeerStatus =>
  ({ isSelf: false, state: 'member', edgeMs: undefined, link: undefined, ...given }) as PeerStatus;
const ring = (...times: readonly (number | undefined)[]): PeerStatus[] =>
  times.map((edgeMs, index) => member({ isSelf: index === 0, edgeMs }));
const kinds = (members: readonly PeerStatus[]): string[] => ringEdges(members).map(({ kind }) => kind);

test('an edge is slow from twice the time of the fastest on; one is the slowest', () => {
  expect(kinds(ring(3, 5.9, 6.1, 30))).toEqual(['usual', 'usual', 'slow', 'slowest']);
});

test('edges that are fast, alone or not measured are usual', () => {
  expect(kinds(ring(0.1, 0.3, 1.9))).toEqual(['usual', 'usual', 'usual']);
  expect(kinds(ring(3, 30))).toEqual(['usual', 'usual']);
  expect(kinds(ring(3, undefined, 30))).toEqual(['usual', 'usual', 'slowest']);
  expect(kinds(ring(undefined, undefined, undefined))).toEqual(['usual', 'usual', 'usual']);
});

test('within one page no edge is a line, so that none is slow', () => {
  expect(ringEdges(ring(3, 5.9, 6.1, 30), true).map(({ kind }) => kind)).toEqual(Array(4).fill('usual'));
});

test('both edges of a member that is not heard from are broken, also around the end of the list', () => {
  const members = ring(3, 3, 3, 3);
  const lost = members.with(0, member({ state: 'lost', edgeMs: 3 }));
  expect(kinds(lost)).toEqual(['broken', 'usual', 'usual', 'broken']);
  const silent = members.with(2, member({ state: 'silent', edgeMs: 3 }));
  expect(kinds(silent)).toEqual(['usual', 'broken', 'broken', 'usual']);
});

test('a link is known as relayed, and its rate, at its two ends only', () => {
  const members = ring(3, 3, 3, 3)
    .with(1, member({ link: 'relayed', bytesPerSecond: 5 }))
    .with(3, member({ link: 'direct', bytesPerSecond: 7 }));
  const edges = ringEdges(members);
  expect(edges.map(({ isRelayed }) => isRelayed)).toEqual([true, false, false, false]);
  expect(edges.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([5, undefined, undefined, 7]);
});

test('one member has no edge', () => {
  expect(ringEdges(ring(3))).toEqual([]);
});

test('of its own links a member knows the rate; around a ring all others say theirs to their successor', () => {
  const members = [
    member({ isSelf: true, sumBytesPerSecond: 9 }),
    member({ bytesPerSecond: 40, sumBytesPerSecond: 30 }),
    member({ sumBytesPerSecond: 20 }),
    member({ bytesPerSecond: 10 }),
  ];
  const rates = (isRing: boolean) =>
    ringEdges(members, false, isRing).map(({ bytesPerSecond }) => bytesPerSecond);
  expect(rates(true)).toEqual([40, 30, 20, 10]);
  expect(rates(false)).toEqual([40, undefined, undefined, 10]);
});
