import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { askForMapAsync } from './chromium-map-poll';

/** A device that counts open error scopes and questions. */
function scopes(answer: () => Promise<GPUError | null>) {
  let [open, asked] = [0, 0];
  const device = {
    pushErrorScope: () => void open++,
    popErrorScope() {
      open--;
      asked++;
      return answer();
    },
  };
  return { device: device as unknown as GPUDevice, open: () => open, asked: () => asked };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

test('asks until the map settles, and leaves no error scope open', async () => {
  const { device, open, asked } = scopes(async () => null);
  let settle = (): void => {};
  const pending = new Promise<void>((resolve) => (settle = resolve));
  askForMapAsync(device, pending, new ManualClock(), true);
  await turns(50);
  expect(asked()).toBeGreaterThan(5);
  expect(open()).toBe(0);
  settle();
  await turns(5);
  const before = asked();
  await turns(50);
  expect(asked()).toBe(before);
  expect(open()).toBe(0);
});

test('a long wait and a lost device end it, and other browsers never begin', async () => {
  const never = new Promise<void>(() => {});
  const clock = new ManualClock();
  const long = scopes(async () => null);
  askForMapAsync(long.device, never, clock, true);
  clock.after(21, () => {});
  clock.runNext();
  await turns(5);
  const before = long.asked();
  await turns(50);
  expect(long.asked()).toBe(before);

  const lost = scopes(() => Promise.reject(new Error('lost')));
  askForMapAsync(lost.device, never, clock, true);
  await turns(50);
  expect(lost.asked()).toBe(1);

  const other = scopes(async () => null);
  askForMapAsync(other.device, never, clock, false);
  await turns(5);
  expect(other.asked()).toBe(0);
});
