// Changes of a ring as people see them: real tabs and observers beside Node replicas, one of which joins, leaves, is killed
// or falls silent. Each page notes when its words were painted; each replica's flight record says when it knew.
import { inEnglish } from '../../../src/cli/english/in-english';
import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'puppeteer-core';
import { createRoom as makeRoom } from '../../../src/net/signalling/signalling-create';
import { parseRoomInput } from '../../../src/replica/room-link';
import type { RoomTicket, RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { bundleSoakReplica } from '../../soak/soak-bundle';
import { SoakProcess, type SoakProcessOptions } from '../../soak/soak-process';
import {
  notePictures,
  noteWords,
  pauseRun,
  picturesUntil,
  readingsSince,
  recordOf,
  saysMembers,
  saysShare,
  showConsole,
} from './changes-page';
import {
  firstShownMs,
  noticedIn,
  says,
  type ChangeEvent,
  type ChangeScreen,
  type Noticed,
  type Reading,
  type ShownChange,
} from './changes-report';
import { phoneSlowdown, viewports } from './dashboard-visit';
import { observing } from './wall-visit';
import {
  createRoom,
  endless,
  hasStepped,
  isWhole,
  joinRoom,
  limitMs,
  openWindow,
  pause,
  start,
} from './ui-visit';

/** Waited in each gradient of a Node replica: the ring leaves the machine time, as a class's own devices do. */
const stepMs = 60;
/** The time before a change, and up to so much more: drawing has its own beats. */
const settleMs = 500;
const settleMoreMs = 500;
/** A change is given up. A ring decides on a silent member after 3 s; an observer waits 7 s for a silent sender. */
const shownLimitMs = 12_000;
const lookEveryMs = 150;
/** The tabs, and one Node replica that stays. */
const members = 4;
/** So many have a link to each other. */
const speakers = 8;

interface Screen {
  readonly name: ChangeScreen;
  readonly page: Page;
  readonly isReplica: boolean;
}

/** What a screen should say, and what of it its replica records. */
interface Expected {
  readonly event: ChangeEvent;
  readonly isSo: (reading: Reading, screen: ChangeScreen) => boolean;
  readonly isKnown: (noticed: Noticed) => boolean;
  /** undefined: on every screen. */
  readonly isOn: ((screen: ChangeScreen) => boolean) | undefined;
}

const isNoCard = (screen: ChangeScreen): boolean => screen !== 'phone, You card';
const view = (event: ChangeEvent, count: number): Expected => ({
  ...{ event, isOn: isNoCard, isSo: says.members(count) },
  isKnown: ({ what, is }) => what === 'view' && is === count,
});
/** A newcomer catches up first; who goes takes its share of the batch along at once. */
const gone = (event: ChangeEvent, count: number): Expected => ({
  ...view(event, count),
  isOn: undefined,
  isSo: (reading, screen) => says[isNoCard(screen) ? 'members' : 'share'](count)(reading),
});
const joins = view('a member joins', members + 1);
const silent = (event: ChangeEvent): Expected => ({
  ...{ event, isOn: isNoCard },
  // A wall with another picture than the ring says so by its phase.
  isSo: (reading, screen) => says.notHeard(reading) || (screen === 'projector' && says.waiting(reading)),
  isKnown: ({ what }) => what === 'silent',
});
const phase = (event: ChangeEvent, is: 'paused' | 'training'): Expected => ({
  ...{ event, isSo: says[is], isOn: isNoCard },
  isKnown: (noticed) => noticed.what === 'phase' && noticed.is === is,
});

/** `rounds` of each change on each of the host's two screens: twice as many on all others. */
export async function changesOnScreens(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  rounds: number,
): Promise<readonly ShownChange[]> {
  const built = bundleSoakReplica();
  if (!built.ok) throw new Error(inEnglish(built.error.says));
  const { file: bundle, folder } = built.value;
  const ring = { browser, url, bundle, config: { ...config, steps: endless } };
  try {
    return [...(await ofMembers(ring, rounds)), ...(await ofSpeakers(ring))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Ring {
  readonly browser: RunningBrowser;
  readonly url: string;
  readonly bundle: string;
  readonly config: RunConfig;
}

async function ofMembers(
  { browser, url, bundle, config }: Ring,
  rounds: number,
): Promise<readonly ShownChange[]> {
  const contexts: BrowserContext[] = [];
  const processes: SoakProcess[] = [];
  const open = async (at: string, viewport = viewports.laptop): Promise<Page> => {
    contexts.push(await freshProfile(browser));
    return openWindow(contexts.at(-1)!, at, viewport);
  };
  try {
    const host = await open(url);
    const room = await host.evaluate(createRoom, config);
    const ticket: RoomTicket = { ...parseRoomInput(room.url)!, hostToken: undefined };
    const member = async (name: string): Promise<SoakProcess> => {
      processes.push(await ready({ bundle, url, config, ticket }, name));
      return processes.at(-1)!;
    };
    const [guest, phone] = [await open(url), await open(url, viewports.phone)];
    for (const page of [guest, phone]) await page.evaluate(joinRoom, room.url);
    await (await member('Staying')).begin(false);
    const wall = await observe(await open(url), url, room.url, 'project');
    const watching = await observe(await open(url), url, room.url, 'watch');
    await host.waitForFunction(isWhole, { timeout: limitMs, polling: 100 }, members);
    await host.evaluate(start);
    for (const page of [host, guest, phone])
      await page.waitForFunction(hasStepped, { timeout: limitMs, polling: 100 });
    await phone.emulateCPUThrottling(phoneSlowdown);
    for (const page of [host, guest, phone, wall, watching]) await page.evaluate(noteWords);
    const seen: ShownChange[] = [];
    for (let round = 0; round < 2 * rounds; round++) {
      const isConsole = round % 2 === 1;
      await host.evaluate(showConsole, isConsole);
      const screens: readonly Screen[] = [
        { name: isConsole ? 'host console' : 'host dashboard', page: host, isReplica: true },
        { name: 'guest dashboard', page: guest, isReplica: true },
        { name: 'phone', page: phone, isReplica: true },
        { name: 'phone, You card', page: phone, isReplica: true },
        { name: 'projector', page: wall, isReplica: false },
        { name: 'watch', page: watching, isReplica: false },
      ];
      const watch = async (act: () => unknown, ...expected: Expected[]): Promise<void> => {
        await settle();
        seen.push(...(await measured(screens, act, expected)));
      };
      const joined = async (name: string): Promise<SoakProcess> => {
        const one = await member(name);
        await watch(() => one.begin(false), joins);
        // It has caught up, and takes its share of the batch.
        const share = `${Math.round(100 / (members + 1))}`;
        await phone.waitForFunction(saysShare, { timeout: limitMs, polling: 100 }, share);
        return one;
      };
      const leaves = await joined('Leaving');
      await watch(() => leaves.die('leave'), gone('a member leaves', members));
      const killed = await joined('Killed');
      await watch(
        () => killed.die('silent'),
        silent('a killed member, not heard'),
        gone('a killed member, gone', members),
      );
      const stopped = await joined('Stopped');
      await watch(
        () => stopped.freeze(),
        silent('a stopped member, not heard'),
        gone('a stopped member, gone', members),
      );
      stopped.die('silent');
      await watch(() => host.evaluate(pauseRun), phase('the host pauses', 'paused'));
      await watch(() => host.evaluate(start), phase('the host resumes', 'training'));
    }
    return seen;
  } finally {
    for (const one of processes) one.die('silent');
    for (const context of contexts) await context.close();
  }
}

/** The first member speaks for the ring to observers. It leaves or is stopped, then the next one, until one is left. */
async function ofSpeakers({ browser, url, bundle, config }: Ring): Promise<readonly ShownChange[]> {
  const contexts = [await freshProfile(browser), await freshProfile(browser)];
  const ring: SoakProcess[] = [];
  try {
    const made = await makeRoom(url, { isOpen: false });
    if (!made.ok) throw new Error(inEnglish(made.error.says));
    const { code, key, hostToken } = made.value;
    for (let index = 0; index < speakers; index++) {
      const ticket = { code, key, hostToken: index === 0 ? hostToken : undefined, isOpen: false };
      ring.push(await ready({ bundle, url, config, ticket }, `Speaker ${index + 1}`));
      await ring[index].begin(index === 0);
      await until(() => ring[index].state?.members.length === index + 1, 'the ring');
    }
    ring[0].submit({ kind: 'start' });
    await until(() => (ring[0].state?.step ?? 0) > 5, 'the first steps');
    const link = `${url}/r/${code}#${key}`;
    const wall = await observe(await openWindow(contexts[0], url), url, link, 'project');
    const watching = await observe(await openWindow(contexts[1], url), url, link, 'watch');
    const screens: readonly Screen[] = [
      { name: 'projector', page: wall, isReplica: false },
      { name: 'watch', page: watching, isReplica: false },
    ];
    for (const { page } of screens) {
      await page.evaluate(noteWords);
      await page.waitForFunction(saysMembers, { timeout: limitMs, polling: 100 }, speakers);
    }
    const seen: ShownChange[] = [];
    const record = (): Promise<string> => ring.at(-1)!.flightRecord();
    for (const [index, speaker] of ring.slice(0, -1).entries()) {
      await settle();
      const left = speakers - index - 1;
      // Two of three continue.
      if (index % 2 === 0 && left > 2) {
        const changes = [silent('a stopped speaker, not heard'), gone('a stopped speaker, gone', left)];
        seen.push(...(await measured(screens, () => speaker.freeze(), changes, record)));
        speaker.die('silent');
      } else {
        const change = gone('the speaker leaves', left);
        seen.push(...(await measured(screens, () => speaker.die('leave'), [change], record)));
      }
    }
    return seen;
  } finally {
    for (const one of ring) one.die('silent');
    for (const context of contexts) await context.close();
  }
}

/** `record`: of a replica without a screen. */
async function measured(
  screens: readonly Screen[],
  act: () => unknown,
  expected: readonly Expected[],
  record?: () => Promise<string>,
): Promise<readonly ShownChange[]> {
  const eventMs = Date.now();
  await act();
  const shown = new Map<string, number>();
  const due = screens.flatMap((screen) =>
    expected.filter(({ isOn }) => isOn?.(screen.name) ?? true).map((one) => ({ screen, ...one })),
  );
  const keyOf = ({ screen, event }: (typeof due)[number]): string => `${screen.name} ${event}`;
  // The last of them ends the change: words that came and went are in the readings.
  const isOver = (): boolean =>
    due.filter(({ event }) => event === expected.at(-1)!.event).every((one) => shown.has(keyOf(one)));
  while (!isOver() && Date.now() < eventMs + shownLimitMs) {
    await pause(lookEveryMs);
    for (const { page } of new Map(screens.map((screen) => [screen.page, screen])).values()) {
      const readings = await page.evaluate(readingsSince, eventMs);
      for (const one of due.filter(({ screen }) => screen.page === page)) {
        const at = firstShownMs(readings, eventMs, (reading) => one.isSo(reading, one.screen.name));
        if (at !== undefined) shown.set(keyOf(one), at);
      }
    }
  }
  const records = new Map<Page, readonly Noticed[]>();
  for (const { page, isReplica } of screens)
    if (isReplica && !records.has(page))
      records.set(
        page,
        noticedIn(await page.evaluate(recordOf)).filter(({ atMs }) => atMs >= eventMs),
      );
  const others = record ? noticedIn(await record()).filter(({ atMs }) => atMs >= eventMs) : [];
  return Promise.all(
    due.map(async (one): Promise<ShownChange> => {
      const { screen, event, isKnown } = one;
      const at = shown.get(keyOf(one));
      const known = [...records.values(), others].flatMap((noticed) => noticed.find(isKnown)?.atMs ?? []);
      const own = screen.isReplica
        ? records.get(screen.page)!.find(isKnown)?.atMs
        : at && (await screen.page.evaluate(picturesUntil, at));
      const from = (ms: number | undefined): number | undefined =>
        at === undefined || ms === undefined ? undefined : at - ms;
      return {
        ...{ event, screen: screen.name, fromEvent: from(eventMs), fromOwn: from(own) },
        fromView: known.length > 0 ? from(Math.min(...known)) : undefined,
      };
    }),
  );
}

async function observe(page: Page, url: string, link: string, as: 'project' | 'watch'): Promise<Page> {
  await page.evaluateOnNewDocument(notePictures);
  await page.goto(observing(link, url, as), { timeout: limitMs });
  return page;
}

/** A replica in a process of its own, loaded ahead of time. `config`: the room's first run, of its creator. */
async function ready(options: Omit<SoakProcessOptions, 'stepMs'>, name: string): Promise<SoakProcess> {
  const member = new SoakProcess(
    { ...options, stepMs },
    {
      state: () => undefined,
      steps: () => undefined,
      failed: (_, why) => console.error(`${name}: ${why}`),
    },
  );
  member.name = name;
  await member.ready;
  return member;
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const endMs = Date.now() + limitMs;
  while (!isSo()) {
    if (Date.now() > endMs) throw new Error(`waited ${limitMs / 1000} s for ${what}`);
    await pause(lookEveryMs);
  }
}

function settle(): Promise<void> {
  return pause(settleMs + settleMoreMs * Math.random());
}
