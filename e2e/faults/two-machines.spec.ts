// Two machines of two tabs each, with one line between them: what crosses it, and how long a sum takes, around the ring
// and on two levels (C2g, S18d).
import type { Page } from '@playwright/test';
import type { RunConfig } from '../../src/replica/protocol';
import { middleMean } from '../../src/base/middle-mean';
import { quietPage } from '../fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  order,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilWorldSize,
} from '../lockstep-page';
import { wideDigits } from '../run-configs';
import { networkRows, whyNot } from './conditional-rows';
import { FaultRow } from './fault-row';
import type { NamespaceNetwork } from './namespace-network';
import { test } from './network-test';

const networkTest = whyNot.network === undefined ? test : undefined;

/** 102,000 parameters: a gradient of 407 kB. */
const config: RunConfig = wideDigits(128);
const steps = 30;

networkTest?.(networkRows.twoLevels, async ({ begin, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const network = await begin(['a', 'b']);
  await network.set('a', 'b', { delayMs: 5, bitsPerSecond: 20e6 });
  const pages: Page[] = [];
  for (const name of network.names) {
    const first = await tabs.openStranger(
      network.url + quietPage,
      await network.browser(name, launchOptions),
    );
    const second = await first.context().newPage();
    await second.goto(network.url + quietPage);
    pages.push(first, second);
  }
  const [host, ...guests] = pages;
  const { url } = await createRoom(host, config);
  // One after the other: so the ring is in the order of the machines, and no way around it is better.
  for (const [at, guest] of guests.entries()) {
    await joinRoom(guest, url, ['Amy', 'Bea', 'Bob'][at]);
    await untilWorldSize(pages.slice(0, at + 2), at + 2);
  }
  await order(host, { kind: 'set-buckets', buckets: { ...config.buckets, topology: 'ring' } });
  await order(host, { kind: 'start' });
  const around = await measured(network, pages, 'ring');
  await order(host, { kind: 'set-buckets', buckets: { ...config.buckets, topology: 'two-levels' } });
  const levels = await measured(network, pages, 'two-levels:');
  const gradient = 4 * (await snapshotOf(host))!.parameterCount;
  for (const [name, { bytes, sumMs, stepMs }] of [
    ['around the ring', around],
    ['on two levels', levels],
  ] as const)
    row.note(
      name,
      `${(bytes / gradient).toFixed(2)} gradients each way a step, a sum in ${sumMs.toFixed(0)} ms, a step in ${stepMs.toFixed(0)} ms`,
    );
  row.fact(
    'bytes between the machines, of those around the ring',
    'at most 0.75: 1 gradient in place of 1.5',
    (levels.bytes / around.bytes).toFixed(2),
    levels.bytes < 0.75 * around.bytes,
  );
  // Left to measurement from the ring on, the way is found.
  const auto = { ...config.buckets, topology: 'ring', auto: { ms: 0, ringMs: 0 } } as const;
  await order(host, { kind: 'set-buckets', buckets: auto });
  await untilMoreSteps(pages, 40);
  const { buckets } = (await snapshotOf(host))!;
  row.note('measurement chooses', `${buckets!.topology}, ${JSON.stringify(buckets!.auto)}`);
  await expectEqualHistories(pages, 50);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
});

/** The means of some steps by this way. */
async function measured(network: NamespaceNetwork, pages: readonly Page[], way: string) {
  const [host] = pages;
  const newest = async () => (await stepsOf(host)).at(-1);
  while (!(await newest())?.topology.startsWith(way)) await untilMoreSteps(pages, 1);
  // The frames of the time before have come, and rates are known.
  await untilMoreSteps(pages, 5);
  const from = (await newest())!;
  const before = await network.counts();
  await untilMoreSteps(pages, steps);
  const after = await network.counts();
  const to = (await newest())!;
  const taken = (await stepsOf(host, from.step)).filter(({ step }) => step <= to.step);
  const [there, back] = ['a>b', 'b>a'].map((direction) => after[direction][2] - before[direction][2]);
  return {
    bytes: (there + back) / 2 / (to.step - from.step),
    sumMs: middleMean(taken.map(({ allReduceMs }) => allReduceMs)),
    stepMs: (to.atMs - from.atMs) / (to.step - from.step),
  };
}
