// What tools measure of a browser that runs: tabs that share nothing with others, its processes and their memory.
import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'puppeteer-core';
import type { RunningBrowser } from '../../src/cli/browser/launch-browser';

/** The profile’s tabs share no storage and no cache with the others. */
export function freshProfile({ driver }: RunningBrowser): Promise<BrowserContext> {
  return driver.createBrowserContext();
}

/** Chromium's: the browser itself, renderers and others; of another browser none. */
export async function processesOf({
  name,
  driver,
}: RunningBrowser): Promise<readonly { readonly type: string; readonly id: number }[]> {
  if (name !== 'chromium') return [];
  const devtools = await driver.target().createCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo;
}

/** Resident memory of the largest of its renderers, each of which serves one or more tabs; 0 where it is unknown. */
export async function largestRendererBytes(browser: RunningBrowser): Promise<number> {
  const renderers = (await processesOf(browser)).filter(({ type }) => type === 'renderer');
  return Math.max(0, ...renderers.map(({ id }) => bytesOf(id, 'VmRSS')));
}

/** The most memory that its processes of some types have had resident, added up; 0 where it is unknown. */
export async function peakBytes(browser: RunningBrowser, types: readonly string[]): Promise<number> {
  const processes = (await processesOf(browser)).filter(({ type }) => types.includes(type));
  return processes.reduce((sum, { id }) => sum + bytesOf(id, 'VmHWM'), 0);
}

/** The bytes that Linux's /proc names; 0 elsewhere, and for a process that has ended. */
function bytesOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  try {
    const kib = new RegExp(String.raw`^${which}:\s*(\d+) kB`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1];
    return 1024 * Number(kib ?? 0);
  } catch {
    return 0;
  }
}
