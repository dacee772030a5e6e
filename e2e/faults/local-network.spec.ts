// Chromium with its checks of local-network access on, also of WebRTC: a page of a public address wants links to devices with
// private ones. What is not allowed is dropped without an error; the ring then forms through the room server, and the pages say
// what to allow.
import type { Browser, Page } from '@playwright/test';
import { expectRow } from '../check-rows';
import { expect } from '../fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  openTab,
  snapshotOf,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { trainTo } from '../ring';
import { moons } from '../run-configs';
import { networkRows, whyNot } from './conditional-rows';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';
import { privateNet, type NamespaceNetwork } from './namespace-network';
import { test } from './network-test';

const onlyWith = whyNot.network === undefined ? test : undefined;

/** `link`: what the ring gets. */
const states = {
  granted: {
    link: 'direct',
    grade: 'Good',
    check: /This browser lets this page reach devices/,
    join: undefined,
  },
  denied: {
    link: 'relayed',
    grade: 'Limited',
    check: /does not let this page reach .* “Local network” to “Allow”/s,
    join: /^This browser does not let this page reach devices on the local network\./,
  },
  // Chromium without a window answers its own question with no: the page says first one thing, then the other.
  prompt: {
    link: 'relayed',
    grade: 'Limited',
    check: /does not let this page reach/,
    join: /^If Chrome asks whether this page may reach devices on the local network, allow it/,
  },
} as const;

onlyWith?.(networkRows.permission, async ({ begin, tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const network = await begin(['a', 'b'], {}, privateNet);
  const browsers: Browser[] = [];
  for (const name of network.names)
    browsers.push(
      await network.browser(name, {
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--enable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebRTC',
          // Only pages of a public address have to ask for the private ones.
          `--ip-address-space-overrides=${new URL(network.url).host}=public`,
        ],
      }),
    );
  for (const state of ['prompt', 'granted', 'denied'] as const) {
    const { link, grade, check, join } = states[state];
    const pages: Page[] = [];
    for (const browser of browsers) pages.push(await openedWith(state, browser, network, tabs.openStranger));
    const [host, bea] = pages;
    const { url } = await createRoom(host, moons);
    await untilPhase(host, 'lobby');

    await bea.goto(url);
    await expect(bea.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
    const words = bea.getByText(/local network/);
    if (join) await expect(words.filter({ hasText: join }).first()).toBeVisible();
    else expect(await words.count()).toBe(0);
    row.note(`${state}: the screen before Join says`, join ? await words.first().innerText() : 'nothing');
    await bea.goto(`${network.url}/check`);
    await expectRow(bea, 'Local network', grade, check);

    await joinRoom(bea, url, 'Bea');
    await untilWorldSize(pages, 2);
    await trainTo(pages, 5);
    const kinds = await Promise.all(pages.map(linkOf));
    row.fact(`${state}: links`, link, kinds.join(', '), kinds.every((kind) => kind === link)); // prettier-ignore
    row.time(`${state}: first connection tried → link`, await waitOf(bea), 8_000);
    await openTab(bea, 'People');
    const isRelayedShown = (await bea.getByText('relayed', { exact: true }).count()) > 0;
    row.fact(`${state}: its screen says “relayed”`, String(link === 'relayed'), isRelayedShown, isRelayedShown === (link === 'relayed')); // prettier-ignore
    await expectEqualHistories(pages, 5);
    for (const page of pages) await page.context().close();
  }
});

async function linkOf(page: Page): Promise<string | undefined> {
  return (await snapshotOf(page))!.peers.find(({ isSelf }) => !isSelf)?.link;
}

async function waitOf(page: Page): Promise<number | undefined> {
  const lines = await linesOf(page);
  const begun = lines.find(({ kind }) => kind === 'connection begun');
  const opened = lines.find(({ kind }) => kind === 'link opened');
  return begun && opened && opened.at - begun.at;
}

/** A page whose person has answered so, before it asks. */
async function openedWith(
  state: keyof typeof states,
  browser: Browser,
  { url }: NamespaceNetwork,
  open: (path: string, from: Browser) => Promise<Page>,
): Promise<Page> {
  const page = await open(url, browser);
  if (state === 'granted') await page.context().grantPermissions(['local-network-access'], { origin: url });
  if (state === 'denied') {
    const cdp = await page.context().newCDPSession(page);
    const { targetInfo } = await cdp.send('Target.getTargetInfo');
    const browserCdp = await browser.newBrowserCDPSession();
    for (const name of ['local-network', 'loopback-network'])
      await browserCdp.send('Browser.setPermission', {
        permission: { name },
        setting: 'denied',
        origin: url,
        ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
      });
  }
  return page;
}
