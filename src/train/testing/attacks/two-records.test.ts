// C16: a member shows the others one header record and goes by another itself, or shows different records to different
// members. The ring does not stand longer than 30 s, the liar is named, and no honest member goes. The costs are printed.
import { expect, test } from 'vitest';
import { testConfig } from '../real-ring';
import type { HeaderRecord } from '../../header/header-record';
import { sayFalsely } from './false-record';
import { casesOf } from '../../../base/testing/every-case';
import { watchedFor } from './testing/every-case';
import { attackScene, costOf, lies, type AttackScene } from './testing/scripted-records';

const ways = {
  ring: { topology: 'ring' },
  star: { topology: 'star' },
  direct: { topology: 'direct' },
  gathered: { topology: 'ring', gatherBytes: 16_384 },
} as const;

const zero = (r: HeaderRecord): HeaderRecord => ({ ...r, contribution: 0 });
const behind = (r: HeaderRecord): HeaderRecord =>
  r.status === 'current' ? { ...r, status: 'catching-up', contribution: 0 } : r;
const pausing = (r: HeaderRecord): HeaderRecord => ({ ...behind(r), requestsPause: true });
const older = (r: HeaderRecord): HeaderRecord => ({
  ...r,
  version: Math.max(0, r.version - 1),
  digest: 'f00d'.repeat(4),
});
const reorder = (r: HeaderRecord): HeaderRecord => ({ ...r, requestsReorder: true });

const lieTo: Record<string, (scene: AttackScene) => void> = {};
for (const [name, lie] of Object.entries({
  'goes by 0 terms': zero,
  'goes by catching up': behind,
  'goes by a pause': pausing,
}))
  lieTo[name] = ({ hostile }) => goBy(hostile, lie);
for (const [name, lie] of Object.entries({ zero, pausing, older, reorder }))
  for (const count of [1, 2])
    lieTo[`${name} to ${count}`] = ({ hostile, honest }) => {
      const told = honest.slice(0, count).map(({ id }) => id);
      lies(hostile, (record, to) => (told.includes(to) ? lie(record) : record));
    };

/** It says to the others what it would have said, and counts on `lie` of it. */
function goBy(hostile: AttackScene['hostile'], lie: (record: HeaderRecord) => HeaderRecord): void {
  let truth: HeaderRecord | undefined;
  lies(hostile, (record) => truth ?? record);
  sayFalsely(hostile, (own) => {
    truth = own;
    return lie(own);
  });
}

const cases = [
  ['goes by 0 terms', 'ring', 4],
  ['goes by 0 terms', 'gathered', 4],
  ['goes by catching up', 'gathered', 4],
  ['goes by a pause', 'ring', 4],
  ['goes by a pause', 'star', 4],
  ['goes by a pause', 'direct', 4],
  ['goes by a pause', 'gathered', 4],
  ['zero to 1', 'ring', 4],
  ['zero to 1', 'gathered', 4],
  ['pausing to 1', 'gathered', 4],
  ['pausing to 1', 'gathered', 6],
  ['older to 1', 'gathered', 4],
  ['older to 2', 'gathered', 4],
  ['reorder to 1', 'gathered', 4],
] as const;

test.each(
  casesOf(
    cases,
    ([lie, way, size]) =>
      size === 4 && way === 'gathered' && lie !== 'goes by 0 terms' && lie !== 'older to 2',
  ),
)(
  'C16: %s, %s, N = %i',
  async (lie, way, size) => {
    const buckets = { ...testConfig.buckets, gatherBytes: 0, ...ways[way] };
    const at = lie.startsWith('reorder') ? 0 : size - 1;
    const scene = await attackScene(size, {
      at,
      computeMs: () => 1_000,
      config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets },
    });
    const { ring, honest, hostile } = scene;
    lieTo[lie](scene);
    // Around a ring it takes a minute until a member that counts on 0 terms is named.
    const cost = await costOf(scene, lie === 'goes by 0 terms' ? 70_000 : watchedFor(70_000, 40_000));
    const { name } = hostile.member.options;
    const named = cost.said.filter((text) => text.includes(name));
    const view = honest[0].member.membership.view;
    const out = honest.filter(({ id, member }) => member.isOver || !view?.members.includes(id)).length;
    const isOut = !view?.members.includes(hostile.id);
    const end = `liar ${isOut ? 'out' : 'in'}; ${named.at(0) ?? 'not named'}`;
    console.info(
      `${lie}, ${way}, N = ${size}, seed ${360 + size}: ${cost.lostMs} ms; ${out} honest out; ${end}`,
    );
    await ring.end();
    expect(cost.lostMs).toBeLessThan(30_000);
    expect(out).toBe(0);
    expect(named).not.toEqual([]);
  },
  120_000,
);

test.each(casesOf([4, 6], (size) => size === 4))(
  'C17: rank 0 asks all for another order, and itself trains on, N = %i',
  async (size) => {
    const scene = await attackScene(size, { at: 0 });
    const { ring, honest, hostile } = scene;
    lies(hostile, (record) => ({ ...record, requestsReorder: true, edgeMs: 5_000 }));
    const cost = await costOf(scene, 180_000);
    const { name } = hostile.member.options;
    const named = cost.said.filter((text) => text.includes(name));
    console.info(
      `asks for an order, N = ${size}, seed ${360 + size}: ${cost.lostMs} ms; ${named.at(0) ?? 'not named'}`,
    );
    const { members } = honest[0].member.membership.view!;
    expect(honest.every(({ id }) => members.includes(id))).toBe(true);
    expect(members).not.toContain(hostile.id);
    expect(cost.lostMs).toBeLessThan(62_000);
    await ring.end();
  },
  120_000,
);
