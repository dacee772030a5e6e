// L18 in a real browser: what a link between two Workers, over real data channels, shows of an emulated line. The model's
// own times are exact (emulated-line.test.ts); here the browser's timers and queues come on top.
import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import type { EdgeProfile } from '../emulation/edge-profile';
import { namedProfiles } from '../emulation/profile-words';
import { maxFrameBytes } from '../link/link';
import { transfer, workerPair, type WorkerPair } from '../testing/link-bench-page';

async function emulated(profile: EdgeProfile): Promise<WorkerPair> {
  const pair = await workerPair('link', 'channels');
  for (const worker of [pair.workerA, pair.workerB]) worker.send({ kind: 'emulate', profile });
  await new Promise<void>((resolve) => realClock.after(1_500, resolve)); // the first pings
  return pair;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))];

/** Round trips, shortest first. */
async function trips(
  { workerA }: WorkerPair,
  count: number,
): Promise<{ ms: number[]; bytesPerSecond: number }> {
  workerA.send({ kind: 'trips', count });
  const { ms, stats } = await workerA.receive('tripped');
  return { ms: [...ms].sort((a, b) => a - b), bytesPerSecond: stats.bytesPerSecond ?? 0 };
}

// A busy machine makes a line slower, and none makes it faster. So only what no machine may undercut is expected here, and
// lines that mostly wait wait together; emulated-wire.test.ts expects the exact rate and delay, in simulated time.
for (const name of ['slow', 'home', 'wifi'] as const)
  test.concurrent(`L18 data channels are no faster than the emulated ${name}`, async () => {
    const profile = namedProfiles[name];
    const { bitsPerSecond, delayMs } = profile;
    const pair = await emulated(profile);
    try {
      const idle = (await trips(pair, 21)).ms;
      const startMs = realClock.now();
      const moving = transfer(pair.workerA, pair.workerB, Math.ceil(bitsPerSecond / 8), 0); // one second
      const under = await trips(pair, Math.ceil(1_000 / (2 * delayMs + 30)));
      await moving;
      const tookMs = realClock.now() - startMs;
      const measured = (8 * under.bytesPerSecond) / bitsPerSecond;
      console.log(
        `${name}: a second of ${bitsPerSecond / 1e6} Mbit/s took ${tookMs.toFixed(0)} ms; the link measures ${measured.toFixed(3)}; ` +
          `round trip of ${2 * delayMs} ms: p50 ${at(idle, 0.5).toFixed(1)}, p99 ${at(idle, 0.99).toFixed(1)} ms idle, ` +
          `p50 ${at(under.ms, 0.5).toFixed(1)}, p99 ${at(under.ms, 0.99).toFixed(1)} ms under bulk, ` +
          `whose frame takes ${((8_000 * maxFrameBytes) / bitsPerSecond).toFixed(1)} ms`,
      );
      expect(tookMs).toBeGreaterThan(0.98 * 1_000 + delayMs);
      expect(measured).toBeGreaterThan(0);
      expect(idle).toHaveLength(21);
      expect(idle[0]).toBeGreaterThan(2 * delayMs - 3);
      expect(under.ms[0]).toBeGreaterThan(2 * delayMs - 3);
    } finally {
      pair.dispose();
    }
  });

test.concurrent('L18 off, the link has no delay any more', async () => {
  const { delayMs } = namedProfiles.home;
  const pair = await emulated(namedProfiles.home);
  try {
    for (const worker of [pair.workerA, pair.workerB]) worker.send({ kind: 'emulate', profile: undefined });
    const { ms } = await trips(pair, 41);
    console.log(`off again: round trip p50 ${at(ms, 0.5).toFixed(1)} ms`);
    expect(ms[0]).toBeLessThan(2 * delayMs);
  } finally {
    pair.dispose();
  }
});
