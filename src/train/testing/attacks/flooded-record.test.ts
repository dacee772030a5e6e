// C13: a hostile member passes on forged records in others' names, before their own come. What an author says over its own
// link counts, so nothing stops and the forger is named.
import { expect, test } from 'vitest';
import { rankOf } from '../../../membership/view';
import { encodeRecord } from '../../header/header-record';
import { casesOf } from '../../../base/testing/every-case';
import { watchedFor } from './testing/every-case';
import { attackScene, costOf, honestViolations, lies, report } from './testing/scripted-records';

test.each(casesOf([4, 6], (size) => size === 4))(
  'C13: a flooded record of another’s rank, N = %i',
  async (size) => {
    const scene = await attackScene(size);
    const { ring, honest, hostile } = scene;
    const victim = honest[1];
    const view = hostile.member.membership.view!;
    const rank = rankOf(view, victim.id);
    lies(
      hostile,
      (record) => record,
      (message, record, to) => {
        const forged = encodeRecord({ ...record, version: record.version + 3, contribution: 7 });
        return to === victim.id ? [] : [{ ...message, rank, bytes: forged, isFlooded: true }];
      },
    );
    const cost = await costOf(scene, watchedFor(60_000, 15_000));
    report('flooded record', scene, cost);
    expect(cost.lostMs).toBeLessThan(2_000);
    expect(cost.said.some((text) => text.includes(hostile.member.options.name))).toBe(true);
    expect(
      cost.said.some((text) => text.includes(`${victim.member.options.name} sent what it may not`)),
    ).toBe(false);
    expect(honest.every(({ member }) => member.membership.view?.members.includes(victim.id))).toBe(true);
    expect(honestViolations(scene)).toEqual([]);
    await ring.end();
  },
);
