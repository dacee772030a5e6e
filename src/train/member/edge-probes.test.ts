// L17e: when a member probes the links to its neighbours.
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { driveFor } from '../../base/testing/drive-clock';
import type { View } from '../../membership/view';
import type { Activity } from '../context/trainer-deps';
import { Hub } from '../peers/hub';
import { HandLink } from '../testing/hand-link';
import { ids, viewOf } from '../testing/samples';
import { EdgeProbes } from './edge-probes';

const [self, ...peers] = ids.slice(0, 4);
let probes: EdgeProbes | undefined;
afterEach(() => probes?.end());

function scene(kind: Activity['kind']) {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const links = peers.map((peer) => {
    const link = new HandLink(clock);
    hub.add(peer, link);
    return link;
  });
  const now = { view: viewOf(ids.slice(0, 4)) as View | undefined, kind, isFetching: false };
  probes = new EdgeProbes({
    ...{ self, clock, hub },
    view: () => now.view,
    activity: () => ({ kind: now.kind }) as Activity,
    isFetching: () => now.isFetching,
  });
  return { clock, now, links, probed: () => links.map((link) => link.probes) };
}

test('L17e: both neighbours, every second, from 3 s after a change of the view', async () => {
  const { clock, probed, now } = scene('header');
  await driveFor(clock, 3_999);
  expect(probed()).toEqual([0, 0, 0]);
  await driveFor(clock, 2_002);
  expect(probed()).toEqual([3, 0, 3]);
  now.view = viewOf(ids.slice(0, 4), { generation: 4 });
  await driveFor(clock, 3_000);
  expect(probed()).toEqual([3, 0, 3]);
});

test('L17e: a member that sums waits five checks, then asks every 10 ms until its links are measured', async () => {
  const { clock, probed, now, links } = scene('reducing');
  await driveFor(clock, 8_999);
  expect(probed()).toEqual([0, 0, 0]);
  await driveFor(clock, 2);
  expect(probed()).toEqual([1, 0, 1]);
  await driveFor(clock, 100);
  expect(probed()).toEqual([11, 0, 11]);
  for (const link of links) link.bytesPerSecond = 1e6;
  await driveFor(clock, 10);
  expect(probed()).toEqual([12, 0, 12]);
  await driveFor(clock, 5_000);
  expect(probed()).toEqual([12, 0, 12]);
  now.kind = 'header';
  await driveFor(clock, 1_000);
  expect(probed()).toEqual([13, 0, 13]);
});

test('L17e: a member without a rate that does not sum asks once a second', async () => {
  const { clock, probed, now } = scene('reducing');
  await driveFor(clock, 9_001);
  expect(probed()).toEqual([1, 0, 1]);
  now.kind = 'header';
  await driveFor(clock, 3_010);
  expect(probed()).toEqual([5, 0, 5]);
});

test('L17e: nothing while state is fetched, alone, or outside', async () => {
  const { clock, probed, now } = scene('idle');
  now.isFetching = true;
  await driveFor(clock, 10_000);
  now.isFetching = false;
  now.view = viewOf([self]);
  await driveFor(clock, 10_000);
  now.view = undefined;
  await driveFor(clock, 10_000);
  expect(probed()).toEqual([0, 0, 0]);
});
