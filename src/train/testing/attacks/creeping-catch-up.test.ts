// J7: a member asks the ring to wait for its catching up, and is a little further each time. It goes, named.
import { expect, test } from 'vitest';
import { casesOf } from '../../../base/testing/every-case';
import { attackScene, costOf, lies, report } from './testing/scripted-records';

test.each(casesOf([4, 6], (size) => size === 4))('J7: creeping catch-ups, N = %i', async (size) => {
  const scene = await attackScene(size);
  const { ring, honest, hostile } = scene;
  let progress = 0;
  lies(hostile, (record) => {
    progress = Math.min(0.99, progress + 0.0001);
    const digest = honest[0].member.replica.held!.digest;
    return { ...record, status: 'catching-up', digest, contribution: 0, requestsPause: true, progress };
  });
  const cost = await costOf(scene, 200_000);
  report('creeping catch-ups', scene, cost);
  expect(cost.lostMs).toBeLessThan(30_000);
  expect(cost.said.join()).toContain(hostile.member.options.name);
  expect(honest.every(({ member }) => member.membership.view?.members.length === size - 1)).toBe(true);
  await ring.end();
});
