// T13: a member claims a state that nobody else holds. Nobody takes it; the liar is asked to catch up, and goes.
import { expect, test } from 'vitest';
import { casesOf } from '../../../base/testing/every-case';
import { attackScene, costOf, lies, report } from './testing/scripted-records';

const cases = [
  ['version + 10⁶', 4, 1e6, 0],
  ['version + 10⁶', 6, 1e6, 3],
  ['version + 1', 4, 1, 0],
  ['version − 5', 4, -5, 0],
] as const;

test.each(casesOf(cases, ([, size]) => size === 4))('T13: %s, N = %i', async (what, size, ahead, at) => {
  const scene = await attackScene(size, { at });
  const { ring, honest, hostile } = scene;
  lies(hostile, (record) =>
    record.status === 'current'
      ? { ...record, version: record.version + ahead, digest: 'f00d'.repeat(4) }
      : record,
  );
  const cost = await costOf(scene, 90_000);
  report(what, scene, cost);
  expect(cost.lostMs).toBeLessThan(30_000);
  expect(cost.said.join()).toContain(hostile.member.options.name);
  expect(honest.every(({ member }) => member.trainer.counters.catchUps === 0)).toBe(true);
  expect(new Set(honest.map(({ steps }) => steps.at(-1)!.step)).size).toBe(1);
  expect(honest.every(({ member }) => member.membership.view?.members.length === size - 1)).toBe(true);
  await ring.end();
});
