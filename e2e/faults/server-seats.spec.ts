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
import { honestPair, join, quantile, runAttack } from './server-attack';

const attackSeconds = 15;
const pupils = 30;
const home = '192.0.2.9';

test('63 strangers and 64 watchers who fill a room and come back', async () => {
  const row = new FaultRow(test.info());
  const server = await startTestServer({ maxHeapMib: 1_024, env: { TRUST_PROXY: '1' } });
  const closing: (() => unknown)[] = [() => server.stop()];
  try {
    const made = await createRoom(server.url, { isOpen: true });
    if (!made.ok) throw new Error('no room');
    const room = made.value;
    const quietPair = await honestPair(server.url, 'A7K9M3A7K', '192.0.2.2');
    await sleep(3_000);
    const quiet = quietPair.stop().roundTripsMs;
    const pair = await honestPair(server.url, 'C7K9M3C7K', '192.0.2.2');
    const host = connectSignalling({
      url: server.url,
      ticket: room,
      memberSecret: newMemberSecret(),
      name: 'Host',
      role: 'trainer',
      facts: '',
      clock: realClock,
    });
    closing.push(() => host.close());
    await host.joined;
    const attack = runAttack<object>('attack-seats.ts', server.url, room.code, String(attackSeconds));
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
          const { answer, socket } = await join(
            server.url,
            room.code,
            index < 20 ? home : `198.51.100.${index}`,
          );
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
    const { roundTripsMs, lost } = pair.stop();
    const [before, now] = [quantile(quiet, 0.5), quantile(roundTripsMs, 0.5)];
    row.time('signals of an honest pair, median', now, Math.max(2 * before, before + 5));
    row.note(
      '99th percentile, quiet and attacked',
      `${quantile(quiet, 0.99).toFixed(1)} → ${quantile(roundTripsMs, 0.99).toFixed(1)} ms`,
    );
    row.fact('signals lost', '0', lost, lost === 0);
  } finally {
    for (const close of closing.toReversed()) await close();
  }
});
