// A ring of tabs, formed and started: the beginning of most tests.
import type { Page } from '@playwright/test';
import type { RunConfig } from '../src/replica/protocol';
import type { Tabs } from './fixtures';
import {
  createRoom,
  joinRoom,
  order,
  untilPhase,
  untilStep,
  untilWorldSize,
  usualEngine,
} from './lockstep-page';
import { moons } from './run-configs';

/** What the ring’s panel says of its last sums while nobody comes or goes. */
export const sumWords = /The last sums took .+ each, with waiting\./;

export interface Room {
  readonly code: string;
  readonly url: string;
}

/** A host's tab, alone in the lobby of its room. */
export async function inLobby(tabs: Tabs, isOpen = true): Promise<Room & { readonly host: Page }> {
  const host = await tabs.open();
  const room = await createRoom(host, moons, isOpen);
  await untilPhase(host, 'lobby');
  return { host, ...room };
}

/** Guests join in this order, with these names; resolves when all are members. */
export async function formRing(
  host: Page,
  config: RunConfig,
  guests: Readonly<Record<string, Page>>,
  isOpen = true,
  engine = usualEngine,
): Promise<Room> {
  const room = await createRoom(host, config, isOpen, engine);
  for (const [name, page] of Object.entries(guests)) await joinRoom(page, room.url, name, engine);
  const pages = [host, ...Object.values(guests)];
  await untilWorldSize(pages, pages.length);
  return room;
}

/** The host's tab first; resolves when each has committed `steps` steps. */
export async function trainTo(pages: readonly Page[], step: number): Promise<void> {
  await order(pages[0], { kind: 'start' });
  for (const page of pages) await untilStep(page, step);
}
