// H22: a hostile member's records cannot be read. It loses its links, not the ring its attempts.
import { expect, test } from 'vitest';
import { encodeRecord } from '../../header/header-record';
import { watchedFor } from './testing/every-case';
import { attackScene, costOf, lies, report } from './testing/scripted-records';

const garbled = (record: Parameters<typeof encodeRecord>[0]): Uint8Array =>
  encodeRecord({ ...record, version: 0.5 });

test('H22: records that nobody can read: their author is out, named', async () => {
  const scene = await attackScene(4);
  const { ring, hostile, honest } = scene;
  lies(hostile, (record) => garbled(record));
  const cost = await costOf(scene, 120_000);
  report('unreadable record to all', scene, cost);
  expect(cost.lostMs).toBeLessThan(10_000);
  expect(cost.said.join()).toContain(hostile.member.options.name);
  expect(honest.every(({ member }) => member.membership.view?.members.length === 3)).toBe(true);
  await ring.end();
});

test('H22: records that one member cannot read: it takes them from the others', async () => {
  const scene = await attackScene(4);
  const { ring, hostile, honest } = scene;
  lies(hostile, (record, to) => (to === honest[1].id ? garbled(record) : record));
  const cost = await costOf(scene, watchedFor(120_000, 20_000));
  report('unreadable record to one', scene, cost);
  expect(cost.lostMs).toBeLessThan(10_000);
  expect(cost.said.join()).toContain(`${hostile.member.options.name} sent what it may not`);
  expect(honest.every(({ member }) => member.membership.view?.members.includes(honest[1].id))).toBe(true);
  await ring.end();
});
