import { expect, test } from 'vitest';
import type { PeerStatus } from '../../../src/replica/protocol';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { countExamples, firstParts, modeWords, partsTrouble } from './batch-sharing';

const base = { ...moonsRun([16]), localBatch: 32, microBatch: 32 };
const text = { ...base, data: { kind: 'stories', examples: 100, context: 32 } } as const;

type Batch = Parameters<typeof partsTrouble>[0]['batch'];

function shown(members: number, batch: Partial<NonNullable<Batch>> = {}, config: typeof base = base) {
  const peers = Array.from({ length: members }, (_, rank) => ({ rank }) as PeerStatus);
  const { localBatch } = config;
  return {
    peers,
    config,
    localBatch,
    batch: { batchMode: 'fixed', globalBatch: 32, shards: 'equal', ...batch },
  } as const;
}

test('the parts of the first step, as the ring plans them', () => {
  expect(firstParts(shown(2))).toEqual([16, 16]);
  expect(firstParts(shown(3))).toEqual([11, 11, 10]);
  expect(firstParts(shown(3, { globalBatch: 2 }))).toEqual([1, 1, 0]);
  expect(firstParts(shown(2, { globalBatch: 100, shards: 'measured' }))).toEqual([64, 36]);
  expect(firstParts(shown(3, { batchMode: 'grow' }))).toEqual([32, 32, 32]);
});

test('how the batch is shared, in its unit', () => {
  expect(modeWords(shown(2))).toBe('Fixed at 32 examples: more replicas, smaller parts; equal parts.');
  expect(modeWords({ ...shown(2, { globalBatch: 1 }), config: text })).toContain('Fixed at 1 window:');
  expect(modeWords(shown(2, { batchMode: 'grow', shards: 'measured' }))).toBe(
    'Grows with the ring; parts by measured speed.',
  );
  expect(modeWords(shown(2, { globalBatch: 64, shards: 'measured' }))).toContain('parts by measured speed');
  expect(modeWords(shown(3, { globalBatch: 64, shards: 'measured' }))).toContain(
    'equal parts, because fewer than 32 take as long as 32.',
  );
  expect(countExamples(1234, text)).toBe('1,234 windows');
});

test('a batch that is too small for every replica is reported, with one that is large enough', () => {
  expect(partsTrouble(shown(6, { globalBatch: 4 }))).toEqual({
    why: 'The batch has 4 examples for 6 replicas: 2 of them get nothing.',
    instead: undefined,
    betterBatch: 6,
  });
  expect(partsTrouble(shown(3, { globalBatch: 2 }))!.why).toContain('1 of them gets nothing');
  // The plan leaves out a replica that catches up or is too slow.
  const slow = shown(3, { globalBatch: 64 });
  const peers = slow.peers.map((peer, i) =>
    i < 1 ? peer : { ...peer, leftOut: { kind: 'slow' as const, untilStep: 9 } },
  );
  expect(firstParts({ ...slow, peers })).toEqual([64]);
});

test('more than half padding is reported, with a batch and a micro-batch that fit', () => {
  expect(partsTrouble(shown(2))).toBeUndefined(); // 16 of 32 rows
  expect(partsTrouble(shown(4))).toEqual({
    why: 'Each replica computes 32 rows at once for at most 8 examples: the rest is padding.',
    instead: 'start a new run with 8 or fewer computed at once',
    betterBatch: 128,
  });
  for (let members = 1; members <= 30; members++) {
    const { betterBatch } = partsTrouble(shown(members)) ?? { betterBatch: 32 };
    expect(members < 3 || partsTrouble(shown(members, { globalBatch: betterBatch })) === undefined).toBe(
      true,
    );
    const microBatch = Math.max(1, Math.floor(32 / members));
    expect(
      partsTrouble(shown(members, { globalBatch: Math.max(32, members) }, { ...base, microBatch })),
    ).toBeUndefined();
  }
  expect(partsTrouble(shown(30, { batchMode: 'grow' }))).toBeUndefined();
});

test('with local steps each inner step computes its own part of a member’s examples', () => {
  const local = (innerSteps: number) => ({ kind: 'local', innerSteps, outer: { kind: 'average' } }) as const;
  const of16 = { ...base, microBatch: 16 };
  // 128 examples each, in four steps of 32.
  expect(partsTrouble({ ...shown(2, { globalBatch: 64 }, of16), sync: local(4) })).toBeUndefined();
  expect(partsTrouble({ ...shown(4, { globalBatch: 20 }, of16), sync: local(4) })).toMatchObject({
    why: 'Each replica computes 16 rows at once for at most 5 examples: the rest is padding.',
    betterBatch: 64,
  });
  // 16 examples for 6 replicas.
  expect(partsTrouble({ ...shown(6, { globalBatch: 4 }), sync: local(4) })?.why).not.toContain('nothing');
  expect(partsTrouble({ ...shown(6, { globalBatch: 1 }), sync: local(4) })).toMatchObject({
    why: 'The batch has 4 examples for 6 replicas: 2 of them get nothing.',
    betterBatch: 2,
  });
});
