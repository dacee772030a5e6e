import { expect, test } from 'vitest';
import { SeatWatch, strangeAfterMs } from './seat-watch';

const peer = (id: string, isHost = false) => ({ id, isHost });
const seen = {
  isHost: true,
  self: 'host',
  roster: [peer('host', true), peer('guest'), peer('stranger'), peer('other tab of the host', true)],
  present: new Set(['guest']),
};

test('R32a a device that holds a seat and does not connect is a stranger after a while', () => {
  const watch = new SeatWatch();
  expect(watch.look({ ...seen, nowMs: 0 })).toEqual([]);
  expect(watch.look({ ...seen, nowMs: strangeAfterMs - 1 })).toEqual([]);
  expect(watch.look({ ...seen, nowMs: strangeAfterMs })).toEqual(['stranger']);
  expect(watch.look({ ...seen, isHost: false, nowMs: strangeAfterMs })).toEqual([]);
});

test('who was linked has the while again, and so has who comes back to its seat', () => {
  const watch = new SeatWatch();
  watch.look({ ...seen, nowMs: 0 });
  watch.look({ ...seen, present: new Set(['guest', 'stranger']), nowMs: 5_000 });
  watch.look({ ...seen, nowMs: 8_000 });
  expect(watch.look({ ...seen, nowMs: strangeAfterMs })).toEqual([]);
  expect(watch.look({ ...seen, nowMs: 8_000 + strangeAfterMs })).toEqual(['stranger']);
  watch.look({ ...seen, roster: [], nowMs: 20_000 });
  expect(watch.look({ ...seen, nowMs: 21_000 })).toEqual([]);
});
