// What benches and checks measure with: a server of pages and a real browser, both ended with the action. Failures are
// thrown; `measured` turns them into a line on stderr and an exit code.
import { inEnglish } from '../../src/cli/english/in-english';
import {
  launchBrowser,
  type BrowserName,
  type BrowserOptions,
  type RunningBrowser,
} from '../../src/cli/browser/launch-browser';
import { startRoomServer } from '../../src/cli/node/room-server';

interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The built page and its room server, as for users. */
export async function serveBuiltPage(): Promise<PageServer> {
  const server = await startRoomServer();
  if (!server.ok) throw new Error(inEnglish(server.error.says));
  return server.value;
}

/** Servers of others, which only their addresses are known of: this ends none. */
export const servedAt = (url: string): (() => Promise<PageServer>) => {
  return () => Promise.resolve({ url, close: () => Promise.resolve() });
};

export async function withRealPage<Value>(
  serve: () => Promise<PageServer>,
  name: BrowserName,
  options: BrowserOptions,
  action: (browser: RunningBrowser, url: string) => Promise<Value>,
): Promise<Value> {
  const server = await serve();
  try {
    const browser = await launchBrowser(name, options);
    if (!browser.ok) throw new Error(inEnglish(browser.error.says));
    try {
      return await action(browser.value, server.url);
    } finally {
      await browser.value.close();
    }
  } finally {
    await server.close();
  }
}

/** The exit code of an action; 1 when it throws. `stop`: of a command that was told to end. */
export async function measured(action: () => Promise<number>, stop?: AbortSignal): Promise<number> {
  try {
    return await action();
  } catch (error) {
    return complain(stop?.aborted ? 'stopped' : (error as Error).message);
  }
}

/** Aborts with the first signal to this process. */
export function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  return stop.signal;
}

export function complain(text: string, code = 1): number {
  console.error(text);
  return code;
}
