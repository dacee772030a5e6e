// The compute threads share memory in Firefox too. No test runs beside this one: on two busy cores, a second browser
// beside another test's tabs has been seen without an engine after 90 s.
import { expect, flightRecordOf, test } from './fixtures';
import { cpuDevice, threadedDemo } from './threaded-demo';
import { launchBrowser } from '../src/cli/browser/launch-browser';
import type { LockstepConsole } from '../src/replica/protocol';

test('threads share memory in Firefox', async ({ baseURL }) => {
  const launched = await launchBrowser('firefox', { headful: false, hardware: false, isStill: true });
  if (!launched.ok) throw new Error(launched.error.message);
  const firefox = launched.value;
  try {
    const page = await firefox.newTab();
    await page.goto(new URL(threadedDemo, baseURL).href);
    const snapshot = () =>
      page.evaluate(() => (window as unknown as { lockstep?: LockstepConsole }).lockstep?.snapshot());
    // A failure's message names the phase, and ends with what the replica did until then.
    const phase = async (): Promise<string> => {
      const now = await snapshot();
      return (now?.step ?? 0) > 5 ? 'trains' : JSON.stringify(now?.phase ?? 'no snapshot');
    };
    const giveUpMs = Date.now() + 180_000;
    while ((await phase()) !== 'trains')
      if (Date.now() > giveUpMs)
        throw new Error(`${await phase()}\n${(await flightRecordOf(page)).slice(-4_000)}`);
      else await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    // Two threads compute only where the nested Workers are isolated too.
    expect((await snapshot())!.peers.map((peer) => peer.device)).toEqual([cpuDevice]);
  } finally {
    await firefox.close();
  }
});
