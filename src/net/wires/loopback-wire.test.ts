import { expect, test } from 'vitest';
import { ManualClock, realClock } from '../../base/clock';
import { linkContract } from '../testing/link-contract';
import { loopbackPair } from './testing/loopback-wire';
import { WireLink } from '../link/wire-link';

// A link of WebRTC limits its flight (L21).
for (const kind of ['loopback', 'webrtc'] as const)
  linkContract(`loopback as ${kind}`, () =>
    Promise.resolve({
      clock: realClock,
      wires: () => {
        const { a, b } = loopbackPair('microtask');
        for (const wire of [a, b]) Object.defineProperty(wire, 'kind', { value: kind });
        return Promise.resolve([a, b] as const);
      },
      until: <T>(promise: Promise<T>) => promise,
      dispose: () => {},
    }),
  );

test('a manual loopback delivers only when it is flushed', async () => {
  const clock = new ManualClock();
  const { a: wireA, b: wireB, flush } = loopbackPair('manual');
  const a = new WireLink({ clock, wire: wireA, peer: 'b' });
  const b = new WireLink({ clock, wire: wireB, peer: 'a' });
  await Promise.all([a.opened, b.opened]);
  const seen: number[] = [];
  b.receive((frame) => {
    seen.push(frame.bytes[0]);
    frame.consume();
  });
  await a.send('control', Uint8Array.of(7));
  await Promise.resolve();
  expect(seen).toEqual([]);
  expect(flush()).toBeGreaterThan(0);
  expect(seen).toEqual([7]);
});
