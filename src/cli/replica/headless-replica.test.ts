// A replica in Node that receives 'leave' at any time reports that it has left.
import { inEnglish } from '../english/in-english';
import { afterEach, expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { testConfig } from '../../train/testing/real-ring';
import { startHeadless } from './headless-replica';
import { openRoomNetwork } from '../testing/room-network';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test(
  'a replica that must leave at any moment of its start, even before it has joined, leaves',
  { timeout: 60_000 },
  async () => {
    const network = await openRoomNetwork();
    closers.push(() => network.close());
    const moments = casesOf(
      [undefined, 0, 5, 10, 20, 40, 80, 160],
      (afterMs) => afterMs === undefined || afterMs === 0 || afterMs === 20 || afterMs === 80,
    );
    for (const afterMs of moments) {
      const ticket = await network.createRoom();
      const config = { ...testConfig, steps: 1_000, evaluateEvery: 0 };
      const handle = startHeadless({
        ...{ url: network.url, ticket, name: 'Eager', config, engine: 'cpu' as const, node: network.node },
      });
      closers.push(() => handle.destroy());
      let phase = 'none';
      let error = '';
      const left = new Promise<void>((resolve) => {
        handle.subscribe((event) => {
          if (event.kind !== 'snapshot') return;
          phase = event.snapshot.phase.kind;
          if (event.snapshot.phase.kind === 'failed') error = inEnglish(event.snapshot.phase.error.says);
          if (phase === 'left') resolve();
        });
      });
      if (afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, afterMs));
      handle.send({ kind: 'leave' });
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, 20_000))]);
      expect(phase, `leave sent after ${afterMs} ms; ${error}`).toBe('left');
    }
  },
);
