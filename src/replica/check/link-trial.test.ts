// A trial of a link whose rate and delay are known exactly.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { drive } from '../../base/testing/drive-clock';
import { SimulatedNetwork } from '../../net/testing/simulated-network';
import { WireLink } from '../../net/link/wire-link';
import { answerTrials, tryLink } from './link-trial';

async function pair(conditions: { bytesPerSecond: number; delayMs: number }) {
  const clock = new ManualClock();
  const network = new SimulatedNetwork({ clock, seed: 5, conditions: { jitterMs: 0, ...conditions } });
  const [wireA, wireB] = network.connect('a', 'b');
  const a = new WireLink({ clock, wire: wireA, peer: 'b' });
  const b = new WireLink({ clock, wire: wireB, peer: 'a' });
  await drive(clock, Promise.all([a.opened, b.opened]));
  return { clock, network, a, b };
}

for (const bytesPerSecond of [200_000, 2_000_000, 20_000_000])
  test(`a line of ${bytesPerSecond} B/s with 5 ms each way is measured within 10 %, in less than 6 s`, async () => {
    const { clock, a, b } = await pair({ bytesPerSecond, delayMs: 5 });
    answerTrials(b);
    const startMs = clock.now();
    const signal = new AbortController().signal;
    const result = await drive(clock, tryLink(a, clock, 4 * 1024 * 1024, signal));
    // Twice 5 ms, and 64 bytes with 100 bytes of headers at the line's rate.
    expect(result.roundTripMs).toBeCloseTo(10 + (2 * 164 * 1000) / bytesPerSecond, 1);
    expect(Math.abs(result.bytesPerSecond / bytesPerSecond - 1)).toBeLessThan(0.1);
    expect(clock.now() - startMs).toBeLessThan(6_000);
  });

test('an end that does not answer fails the trial by name, and an abort ends it', async () => {
  const { clock, a, b } = await pair({ bytesPerSecond: 1e6, delayMs: 5 });
  b.receive((frame) => frame.consume());
  const end = new AbortController();
  await expect(drive(clock, tryLink(a, clock, 1e6, end.signal))).rejects.toThrow(
    'a small frame to come back',
  );
  const trial = tryLink(a, clock, 1e6, end.signal);
  end.abort(new Error('the page was left'));
  await expect(drive(clock, trial)).rejects.toThrow('the page was left');
});
