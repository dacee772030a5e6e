// Abuse of the room server while a ring trains: garbage signals, messages over 32 KiB, prototype keys, a foreign
// origin, a thousand messages a second. All of it is refused; the others train on, and newcomers still come in.
import { io, type Socket } from 'socket.io-client';
import { expect, test } from '../fixtures';
import { expectEqualHistories, snapshotOf, stepsOf, untilMoreSteps, untilWorldSize } from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';

const floodMs = 10_000;
const perSecond = 1_000;

test('garbage and floods at the room server', async ({ tabs, baseURL }, info) => {
  const row = new FaultRow(info);
  const host = await tabs.open();
  const friend = await tabs.openStranger();
  const { code } = await formRing(host, moons, { Friend: friend });
  await trainTo([host, friend], 5);
  const before = (await snapshotOf(host))!;

  const refusals: Record<string, string> = {};
  for (const [name, message] of [
    ['a message that is none', { kind: 'nonsense' }],
    ['a message with a prototype key', JSON.parse('{"kind":"join","__proto__":{"code":"x"}}') as object],
    [
      'a message of 33 KiB',
      { kind: 'signal', to: 'f'.repeat(16), sequence: 1, data: 'x'.repeat(33 * 1024), mac: '' },
    ],
    [
      'a signal before joining',
      { kind: 'signal', to: before.self, sequence: 1, data: '{}', mac: 'A'.repeat(43) },
    ],
  ] as const) {
    const socket = io(baseURL!, { transports: ['websocket'], forceNew: true, reconnection: false });
    refusals[name] = await answerTo(socket, message);
    socket.close();
  }
  for (const [name, answer] of Object.entries(refusals)) {
    const isRefused = answer === 'cut off' || /"ok":false/.test(answer);
    row.fact(name, 'refused', isRefused ? 'refused' : answer.slice(0, 60), isRefused);
  }
  const foreign = io(baseURL!, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin: 'https://evil.example' },
  });
  const opened = await new Promise<boolean>((resolve) => {
    foreign.once('connect', () => resolve(true));
    foreign.once('connect_error', () => resolve(false));
  });
  foreign.close();
  row.fact('a socket of a foreign origin', 'refused', opened ? 'let in' : 'refused', !opened);

  // Whenever it is cut off, it comes again.
  let sent = 0;
  let cuts = 0;
  const sinceMs = Date.now();
  let flooder = io(baseURL!, { transports: ['websocket'], forceNew: true, reconnection: false });
  while (Date.now() - sinceMs < floodMs) {
    if (flooder.disconnected && flooder.io.engine?.readyState === 'closed') {
      cuts++;
      flooder = io(baseURL!, { transports: ['websocket'], forceNew: true, reconnection: false });
    }
    for (; sent < ((Date.now() - sinceMs) / 1000) * perSecond; sent++)
      flooder.emit('message', { kind: 'signal', to: before.self, data: 'x', i: sent });
    await untilMoreSteps([host, friend], 1);
  }
  flooder.close();
  row.note('messages in the flood', `${sent} in ${floodMs / 1000} s, cut off ${cuts} times`);
  const during = (await stepsOf(host)).filter(({ atMs }) => atMs >= sinceMs);
  const gapMs = Math.max(...during.slice(1).map(({ atMs }, i) => atMs - during[i].atMs));
  row.note('steps meanwhile', `${during.length}, longest gap ${(gapMs / 1000).toFixed(2)} s`);
  const after = (await snapshotOf(host))!;
  row.fact(
    'steps that failed',
    '0',
    after.counters.retries,
    after.counters.retries === before.counters.retries,
  );
  expect(after.generation).toBe(before.generation);

  const late = await tabs.openStranger(`/r/${code}`);
  await late.getByRole('button', { name: 'Join', exact: true }).click();
  await untilWorldSize([host, friend, late], 3);
  row.fact('a newcomer', 'comes in', 'comes in', true);
  await untilMoreSteps([host, friend, late], 3);
  await expectEqualHistories([host, friend, late], 3);
  row.fact('histories', 'equal', 'equal', true);
});

/** Its answer as JSON, or what became of the socket. */
function answerTo(socket: Socket, message: object): Promise<string> {
  return new Promise((resolve) => {
    socket.once('disconnect', () => resolve('cut off'));
    socket.timeout(5_000).emit('message', message, (error: Error | null, reply: unknown) => {
      resolve(error ? 'no answer' : JSON.stringify(reply));
    });
  });
}
