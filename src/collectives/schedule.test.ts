// The ring schedule and the cost model, checked by counting.
import { expect, test } from 'vitest';
import { allReduceCost } from './cost';
import { ownerOf, topologies } from './topology';
import { linksNeeded } from '../membership/links-needed';
import { chunkSpan, segmentCount, segmentSpan } from './schedule';
import { sentChunk, sentElements, stepReceiving } from './testing/ring-schedule';

test('chunks cover every length without gaps; the first length mod N are one longer', () => {
  for (let n = 1; n <= 16; n++)
    for (const length of [0, 1, n - 1, n, 97, 50_021]) {
      let at = 0;
      for (let chunk = 0; chunk < n; chunk++) {
        const span = chunkSpan(length, n, chunk);
        expect(span.start).toBe(at);
        expect(span.end - span.start).toBe(Math.floor(length / n) + (chunk < length % n ? 1 : 0));
        for (let segment = 0; segment < segmentCount(span); segment++) {
          expect(segmentSpan(span, segment).start).toBe(at);
          at = segmentSpan(span, segment).end;
        }
        expect(at).toBe(span.end);
      }
      expect(at).toBe(length);
    }
});

test('E2: every chunk visits every position once, in the order of its path, and ends at its owner', () => {
  for (let n = 2; n <= 16; n++)
    for (let chunk = 0; chunk < n; chunk++) {
      const path = [chunk];
      for (let step = 0; step < n - 1; step++) {
        const at = path.at(-1)!;
        expect(sentChunk('reduce-scatter', at, step, n)).toBe(chunk);
        const to = (at + 1) % n;
        expect(stepReceiving('reduce-scatter', to, chunk, n)).toBe(step);
        path.push(to);
      }
      const owner = ownerOf('ring', n, chunk);
      expect(new Set(path).size).toBe(n);
      expect(owner).toBe(path.at(-1));
      expect(sentChunk('all-gather', owner, 0, n)).toBe(chunk);
      expect(stepReceiving('all-gather', owner, chunk, n)).toBeUndefined();
    }
});

test('the cost model’s ring bytes equal the schedule’s; a single replica costs nothing', () => {
  for (let n = 2; n <= 16; n++)
    expect(allReduceCost('ring', n, 4 * 720_720, 1, 1e6).busiestBytes).toBeCloseTo(
      4 * sentElements(720_720, n, 1),
      3,
    );
  for (const algorithm of topologies) {
    expect(allReduceCost(algorithm, 1, 1e6, 1, 1e6).predictedMs).toBe(0);
    // No algorithm sends less than 2(N−1)/N · n on average.
    for (let n = 2; n <= 16; n++)
      expect(allReduceCost(algorithm, n, 1e6, 1, 1e6).meanBytes).toBeCloseTo((2e6 * (n - 1)) / n, 3);
  }
});

test('links: a mesh up to 8, four per member above, symmetric', () => {
  for (const n of [1, 2, 8, 9, 30]) {
    const members = Array.from({ length: n }, (_, rank) => `m${rank}`);
    const view = { lineage: '00000000', generation: 1, members, ring: members.map((_, rank) => rank) };
    for (const self of members) {
      const needed = linksNeeded(view, self);
      expect(needed).toHaveLength(n <= 8 ? n - 1 : 4);
      for (const peer of needed) expect(linksNeeded(view, peer)).toContain(self);
    }
  }
});
