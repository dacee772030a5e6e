// M20b: the most senior member asks for another order of the ring in each of its records, and never makes one.
import { expect, test } from 'vitest';
import { sayFalsely } from './false-record';
import { casesOf } from '../../../base/testing/every-case';
import { watchedFor } from './testing/every-case';
import { attackScene, costOf, report } from './testing/scripted-records';

test.each(casesOf([4, 6], (size) => size === 4))('M20b: reorders without end, N = %i', async (size) => {
  const scene = await attackScene(size, { at: 0 });
  const { ring, honest, hostile } = scene;
  expect(honest[0].member.membership.view!.members[0]).toBe(hostile.id);
  sayFalsely(hostile, (record) => ({ ...record, requestsReorder: true, edgeMs: 5_000 }));
  const before = honest[0].steps.length;
  const cost = await costOf(scene, watchedFor(60_000, 30_000));
  const steps = honest[0].steps.length - before;
  report(`reorders (${steps} steps in ${cost.ranMs / 1000} s)`, scene, cost);
  expect(cost.lostMs).toBeLessThan(10_000);
  expect(steps).toBeGreaterThan(cost.ranMs / 600);
  expect(honest.every(({ member, id }) => member.membership.view!.members.includes(id))).toBe(true);
  await ring.end();
});
