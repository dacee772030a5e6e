import { describe, expect, test } from 'vitest';
import { awayAfterMs, backShownMs, HostWatch, type HostSeen } from './host-watch';

const host = { id: 'a', isHost: true };
const guest = { id: 'b', isHost: false };
const both: HostSeen = { isHost: false, roster: [host, guest], present: new Set(['a', 'b']), nowMs: 0 };
const alone = { ...both, roster: [guest], present: new Set(['b']) };

describe('the room’s host', () => {
  test('is away once it has been gone longer than a page takes to load, and its coming back is said for a while', () => {
    const watch = new HostWatch();
    const at = (seen: HostSeen, nowMs: number) => watch.look({ ...seen, nowMs });
    expect(at(both, 0)).toBeUndefined();
    expect(at(alone, 1_000)).toBeUndefined();
    expect(at(alone, awayAfterMs - 1)).toBeUndefined();
    expect(at(alone, awayAfterMs)).toBe('away');
    const again = { ...both, roster: [{ ...host, id: 'c' }, guest] };
    expect(at(again, 60_000)).toBe('back');
    expect(at(again, 60_000 + backShownMs - 1)).toBe('back');
    expect(at(again, 60_000 + backShownMs)).toBeUndefined();
  });

  test('that loads its page again was never away', () => {
    const watch = new HostWatch();
    watch.look(both);
    expect(watch.look({ ...alone, nowMs: awayAfterMs - 1 })).toBeUndefined();
    expect(watch.look({ ...both, nowMs: awayAfterMs })).toBeUndefined();
  });

  test('has left the ring, and the roster of a server that is away still names it', () => {
    const watch = new HostWatch();
    watch.look(both);
    watch.look({ ...both, present: new Set(['b']), nowMs: 1 });
    expect(watch.look({ ...both, present: new Set(['b']), nowMs: awayAfterMs })).toBe('away');
  });

  test('that is in the room but not yet in the ring is there; of a room without a roster nothing is said', () => {
    const watch = new HostWatch();
    const outside = { ...both, present: new Set(['b']) };
    expect([0, awayAfterMs].map((nowMs) => watch.look({ ...outside, nowMs }))).toEqual([
      undefined,
      undefined,
    ]);
    const unknown = new HostWatch();
    const nothing = { ...alone, roster: [] };
    expect([0, awayAfterMs].map((nowMs) => unknown.look({ ...nothing, nowMs }))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('on its own device is there, whatever the roster says', () => {
    const watch = new HostWatch();
    expect([0, awayAfterMs].map((nowMs) => watch.look({ ...alone, isHost: true, nowMs }))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
