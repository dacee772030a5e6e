import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../base/clock';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import type { MicroBatch } from '../../model/engine';
import { mlpPreset } from '../../model/presets';
import { withSpeedCheck } from './speed-check';

const plain = createCpuEngine(mlpPreset([2], 2, [4], 'relu'), 4);
const batch = {} as MicroBatch;

/** What a gradient of `micro` micro-batches takes is `ms` each. */
async function train(steps: readonly number[], limitMs: number, micro = 2): Promise<number> {
  const clock = new ManualClock();
  const onSlow = vi.fn();
  let ms = 0;
  const engine = withSpeedCheck(
    {
      ...plain,
      gradient: (batches) => {
        clock.after(ms * batches.length, () => undefined);
        clock.runNext();
        return Promise.resolve({ lossSum: 0, score: 0, count: 1 });
      },
    },
    clock,
    limitMs,
    onSlow,
  );
  for (ms of steps)
    await engine.gradient(Array<MicroBatch>(micro).fill(batch), [], new Float32Array(), () => {}, {
      overlap: false,
    });
  return onSlow.mock.calls.length;
}

const times = (count: number, ms: number): number[] => Array<number>(count).fill(ms);

test.each([
  ['faster', times(40, 5), 0],
  ['slower: said once', times(60, 12), 1],
  ['only while it warms up', [...times(5, 100), ...times(40, 5)], 0],
  ['a few times only', [...times(12, 5), ...times(7, 100), ...times(20, 5)], 0],
  ['too few gradients to say', times(19, 100), 0],
])('%s', async (_, steps, said) => {
  expect(await train(steps, 10)).toBe(said);
});

test('empty shards do not count', async () => {
  expect(await train(times(60, 100), 10, 0)).toBe(0);
});
