// C16d: a member says its records and sends nothing of its parts of sums, or nothing after its first frames. It is accused,
// loses its part, and goes. No honest member does, and the ring trains on.
import { expect, test } from 'vitest';
import { casesOf } from '../../../base/testing/every-case';
import { testConfig } from '../real-ring';
import { attackScene, costOf } from './testing/scripted-records';

const ways = {
  ring: { topology: 'ring', gatherBytes: 0 },
  star: { topology: 'star', gatherBytes: 0 },
  direct: { topology: 'direct', gatherBytes: 0 },
  gathered: { topology: 'ring', gatherBytes: 16_384 },
} as const;

const cases = [
  ['ring', 0, 4, 72],
  ['ring', 1, 4, 105],
  ['star', 0, 4, 72],
  ['direct', 0, 4, 72],
  ['gathered', 0, 4, 19],
  ['ring', 3, 10, 105],
] as const;

test.each(casesOf(cases, ([way, after]) => way !== 'ring' || after === 1))(
  'C16d: silent in sums, %s, after %i frames, N = %i',
  async (way, after, size, mostSeconds) => {
    const buckets = { ...testConfig.buckets, ...ways[way] };
    const scene = await attackScene(size, {
      computeMs: () => 1_000,
      config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets },
    });
    const { ring, honest, hostile } = scene;
    const { hub, options } = hostile.member;
    const plain = hub.send.bind(hub);
    let left: number = after;
    hub.send = (to, type, bytes, signal) =>
      type === 'reduce' && left-- <= 0 ? Promise.resolve() : plain(to, type, bytes, signal);
    const cost = await costOf(scene, 130_000);
    const { members } = honest[0].member.membership.view!;
    const named = cost.said.filter((text) => text.includes(options.name));
    console.info(
      `silent in sums, ${way}, after ${after} frames, N = ${size}, seed ${360 + size}: ${cost.lostMs} ms; ${named.at(0)}`,
    );
    await ring.end();
    expect(honest.every(({ id }) => members.includes(id))).toBe(true);
    expect(members).not.toContain(hostile.id);
    expect(named).not.toEqual([]);
    expect(cost.lostMs).toBeLessThan(mostSeconds * 1000);
  },
);
