// The compute threads share memory in Firefox too. No test runs beside this one: on two busy cores, a second browser
// beside another test's tabs has been seen without an engine after 90 s.
import { expect, test } from './fixtures';
import { openOwnFirefox } from './own-browser';
import { cpuDevice, threadedDemo } from './threaded-demo';
import type { LockstepConsole } from '../src/replica/protocol';

test('threads share memory in Firefox', async ({ baseURL }) => {
  const firefox = await openOwnFirefox(baseURL!, threadedDemo, () => {
    const now = (window as unknown as { lockstep?: LockstepConsole }).lockstep?.snapshot();
    return (
      now && {
        phase: now.phase,
        step: now.step,
        isIsolated: crossOriginIsolated,
        devices: now.peers.map((peer) => peer.device),
      }
    );
  });
  try {
    // A failure's message names the phase.
    const phase = (): string =>
      (firefox.report()?.step ?? 0) > 5 ? 'trains' : JSON.stringify(firefox.report()?.phase ?? 'no report');
    await expect.poll(phase, { timeout: 90_000 }).toBe('trains');
    const { isIsolated, devices } = firefox.report()!;
    expect(isIsolated).toBe(true);
    // Two threads compute only where the nested Workers are isolated too.
    expect(devices).toEqual([cpuDevice]);
  } finally {
    await firefox.close();
  }
});
