// One ring of everything: two tabs of a Chromium, one of another Chromium, one of Firefox, and a replica in Node. They
// train 400 steps with the same bits, and each member names each edge as what it is.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { LockstepConsole, LockstepEntry } from '../../src/replica/protocol';
import { expect, quietPage, test } from '../fixtures';
import { createRoom, joinRoom, openTab, order, stepsOf, untilPhase, untilWorldSize } from '../lockstep-page';
import { openOwnFirefox } from '../own-browser';
import { moons } from '../run-configs';

const steps = 400;
const limitMs = 240_000;
const home = path.resolve(import.meta.dirname, '../..');

type Links = Readonly<Record<string, string | undefined>>;

/** The links of a member by the names of the others. Runs in pages. */
function seen() {
  const { lockstep, lockstepEntry } = window as unknown as {
    lockstep?: LockstepConsole;
    lockstepEntry?: LockstepEntry;
  };
  const now = lockstep?.snapshot();
  // Firefox has nobody who tells it to join.
  if (!now && lockstepEntry && !('hasJoined' in window) && location.pathname.startsWith('/r/')) {
    Object.assign(window, { hasJoined: true });
    void lockstepEntry.join(location.href, 'Firefox', 'cpu');
  }
  const others = (now?.peers ?? []).filter(({ isSelf }) => !isSelf);
  return {
    phase: now?.phase.kind,
    links: Object.fromEntries(others.map(({ name, link }) => [name, link])) as Links,
    digests: (lockstep?.stepsAfter(0) ?? []).map(({ step, digest }) => `${step} ${digest}`),
  };
}

test('two tabs of one browser, two other browsers and Node train as one, and name their links', async ({
  tabs,
  launchOptions,
  baseURL,
}) => {
  test.setTimeout(2 * limitMs);
  const other = await chromium.launch(launchOptions);
  const host = await tabs.open();
  const { url } = await createRoom(host, { ...moons, steps }, false);
  const link = new URL(url, host.url());
  const node = nodeReplica(link.href);
  const firefox = await openOwnFirefox(baseURL!, link.pathname + link.hash, seen);
  try {
    const [neighbour, stranger] = [await tabs.open(), await tabs.openStranger(quietPage, other)];
    await joinRoom(neighbour, url, 'Neighbour');
    await joinRoom(stranger, url, 'Stranger');
    const pages = [host, neighbour, stranger];
    await untilWorldSize(pages, 5, limitMs);

    const [within, direct] = ['same-browser', 'direct'];
    const [Host, Neighbour, Stranger, Firefox, Node] = Array<string>(5).fill(direct);
    const linksOf = async (page: (typeof pages)[number]): Promise<Links> => (await page.evaluate(seen)).links;
    await expect.poll(() => linksOf(host)).toEqual({ Neighbour: within, Stranger, Firefox, Node });
    await expect.poll(() => linksOf(neighbour)).toEqual({ Host: within, Stranger, Firefox, Node });
    await expect.poll(() => linksOf(stranger)).toEqual({ Host, Neighbour, Firefox, Node });
    await expect.poll(() => firefox.report()?.links).toEqual({ Host, Neighbour, Stranger, Node });
    for (const name of ['Host', 'Neighbour', 'Stranger', 'Firefox'])
      await expect.poll(() => node.output()).toMatch(new RegExp(`of 5, .*${name} \\(\\w+, direct\\)`));
    await order(host, { kind: 'start' });
    await openTab(host, 'People');
    await expect(host.getByText('same browser', { exact: true })).toHaveCount(1);
    await expect(host.getByRole('row', { name: /^Neighbour / })).toContainText('same browser');
    for (const page of pages) await untilPhase(page, 'finished');
    await expect.poll(() => firefox.report()?.phase, { timeout: limitMs }).toBe('finished');
    expect(await node.ended, node.output()).toBe(0);
    const expected = (await stepsOf(host)).map(({ step, digest }) => `${step} ${digest}`);
    expect(expected).toHaveLength(steps);
    for (const page of pages) expect((await page.evaluate(seen)).digests).toEqual(expected);
    await expect.poll(() => firefox.report()?.digests).toEqual(expected);
    expect(node.digests()).toEqual(expected);
  } finally {
    node.kill();
    await firefox.close();
    await other.close();
  }
});

/** `npm run replica`, as a process of its own. */
function nodeReplica(room: string) {
  const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];
  const own = ['--room', room, '--every', '1', '--name', 'Node', '--engine', 'cpu'];
  const child = spawn(process.execPath, [...loaders, 'src/cli/replica/replica.ts', ...own], { cwd: home });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    digests: () => [...output.matchAll(/step (\d+) loss \S+ digest (\w+)/g)].map((of) => `${of[1]} ${of[2]}`),
    ended: new Promise((resolve) => child.once('close', resolve)),
    kill: () => child.kill('SIGKILL'),
  };
}
