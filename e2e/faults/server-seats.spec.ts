// Strangers take every seat and every place to watch of a room before its class comes. Its host frees them as often as they
// fill it; the class gets in, and an honest pair in another room notices nothing (R32).
import { setTimeout as sleep } from 'node:timers/promises';
import { realClock } from '../../src/base/clock';
import { newMemberSecret } from '../../src/net/room/member-secret';
import { connectSignalling } from '../../src/net/signalling/signalling-client';
import { createRoom } from '../../src/net/signalling/signalling-create';
import { test } from '../fixtures';
import { startTestServer } from '../test-server';
import { FaultRow } from './fault-row';
import { demandServed, join, measured, runAttack } from './server-attack';

const attackSeconds = 15;
const pupils = 30;
const home = '192.0.2.9';
const pairCode = 'A7K9M3A7K';

test('63 strangers and 64 watchers who fill a room and come back', async () => {
  const row = new FaultRow(test.info());
  const server = await startTestServer({ maxHeapMib: 1_024, env: { TRUST_PROXY: '1' } });
  try {
    const quiet = await measured(server.url, pairCode, () => sleep(attackSeconds * 1_000));
    const attacked = await measured(server.url, pairCode, () => classAmongStrangers(server.url, row));
    demandServed(row, quiet, attacked);
  } finally {
    await server.stop();
  }
});

/** A class joins the room that strangers fill, until the attack is over. */
async function classAmongStrangers(url: string, row: FaultRow): Promise<void> {
  const closing: (() => unknown)[] = [];
  try {
    const made = await createRoom(url, { isOpen: true });
    if (!made.ok) throw new Error('no room');
    const room = made.value;
    const host = connectSignalling({
      url,
      ticket: room,
      memberSecret: newMemberSecret(),
      name: 'Host',
      role: 'trainer',
      facts: '',
      clock: realClock,
    });
    closing.push(() => host.close());
    await host.joined;
    const attack = runAttack<object>('attack-seats.ts', url, room.code, String(attackSeconds));
    const deadlineMs = performance.now() + 10_000;
    while (host.roster!.members.length < 63 && performance.now() < deadlineMs) await sleep(100);
    const { members, observers } = host.roster!;
    row.note('the room before', `${members.length} members, ${observers} watchers`);
    const free = (): Promise<unknown> => {
      const strangers = host.roster!.members.filter(({ name }) => name === 'Stranger');
      return host.freeSeats(
        strangers.map(({ memberId }) => memberId),
        true,
      );
    };
    await free();
    const freedMs = performance.now();
    const answers = await Promise.all(
      Array.from({ length: pupils }, async (_, index) => {
        // A page that finds no seat is opened again by its person, and the host presses again.
        for (let attempt = 0; attempt < 10; attempt++) {
          const { answer, socket } = await join(url, room.code, index < 20 ? home : `198.51.100.${index}`);
          if (answer === 'ok') {
            closing.push(() => socket.close());
            return answer;
          }
          socket.close();
          await sleep(500);
          if (index === 0) await free();
        }
        return 'no seat';
      }),
    );
    row.time('the class is in after', performance.now() - freedMs, 5_000);
    const seated = answers.filter((answer) => answer === 'ok').length;
    row.fact('pupils with a seat', String(pupils), seated, seated === pupils);
    row.note('the attack', JSON.stringify(await attack));
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}
