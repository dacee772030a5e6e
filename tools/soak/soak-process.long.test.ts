// A replica of the soak as its parent starts it: from the bundle, in a real room.
import { inEnglish } from '../../src/cli/english/in-english';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRoom } from '../../src/net/signalling/signalling-create';
import { moonsRun } from '../../src/train/testing/moons-run';
import { startRoomServer } from '../../src/cli/node/room-server';
import { bundleSoakReplica } from './soak-bundle';
import { SoakProcess } from './soak-process';

test('it trains in a compute thread of its own, so that the thread of its channels never blocks', async () => {
  const built = bundleSoakReplica();
  if (!built.ok) throw new Error(inEnglish(built.error.says));
  const { file: bundle, folder } = built.value;
  const server = await startRoomServer();
  if (!server.ok) throw new Error(inEnglish(server.error.says));
  const { url } = server.value;
  try {
    const made = await createRoom(url, { isOpen: false });
    if (!made.ok) throw new Error(inEnglish(made.error.says));
    const config = { ...moonsRun([128]), localBatch: 8, microBatch: 8 };
    const ticket = { ...made.value };
    let replica!: SoakProcess;
    const device = await new Promise((resolve, reject) => {
      replica = new SoakProcess(
        { bundle, url, ticket, config, stepMs: 1 },
        {
          state: ({ state }) => {
            if (state?.phase.kind === 'lobby') replica.submit({ kind: 'start' });
            if ((state?.step ?? 0) > 3) resolve(state!.device);
          },
          steps: () => undefined,
          failed: (_, why) => reject(new Error(why)),
        },
      );
      void replica.ready.then(() => replica.begin(true));
    });
    expect(device).toBe('CPU (SIMD, 1 thread)');
    replica.freeze();
    expect(await Promise.race([replica.flightRecord(), replica.exited])).toBe('it did not answer');
    replica.die('silent');
    await replica.exited;
  } finally {
    await server.value.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
