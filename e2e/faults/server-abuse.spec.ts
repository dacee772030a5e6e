// Abuse of the room server while a ring trains: garbage signals, messages over 32 KiB, prototype keys, a foreign
// origin, a thousand messages a second. The server refuses all of it. The others train on, and newcomers still join.
// Then separate processes (attack-*.ts) attack separate servers, with readers that do not read, and with sockets that
// guess codes and reconnect, and measure what that costs honest clients: twice a quiet server's time at most (R28).
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { ServerProcess } from '../../src/server/testing/server-process';
import { expect, test } from '../fixtures';
import { roomSecret, startTestServer, type TestServer } from '../test-server';
import { expectEqualHistories, snapshotOf, stepsOf, untilMoreSteps, untilWorldSize } from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { demandServed, join, measured, memoryMib, runAttack } from './server-attack';

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
    ['a malformed message', { kind: 'nonsense' }],
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

  // Reconnects whenever it is cut off.
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
  row.fact('a newcomer', 'joins', 'joins', true);
  await untilMoreSteps([host, friend, late], 3);
  await expectEqualHistories([host, friend, late], 3);
  row.fact('histories', 'equal', 'equal', true);
});

/** The server’s answer as JSON, or what happened to the socket. */
function answerTo(socket: Socket, message: object): Promise<string> {
  return new Promise((resolve) => {
    socket.once('disconnect', () => resolve('cut off'));
    socket.timeout(5_000).emit('message', message, (error: Error | null, reply: unknown) => {
      resolve(error ? 'no answer' : JSON.stringify(reply));
    });
  });
}

/** What the server keeps for readers must fit into its heap many times over. It trusts the address that a client
 *  claims. */
const options = { maxHeapMib: 1_024, env: { TRUST_PROXY: '1' } };
const [honest, attackers] = ['127.0.0.2', '127.0.0.1'];
/** The room of the honest clients beside an attack, and the room that an attacker looks for. */
const [pairCode, roomCode] = ['A7K9M3A7K', 'C7K9M3C7K'];
const attackSeconds = 10;
/** Compiles what a server that has run for a while has compiled. */
const warmUpSeconds = 3;
/** The slowest signals are those of the second in which a thousand connections begin: each takes a millisecond or two of the
 *  processor, and the objects of all of them are kept by the collector of garbage. */
const burstNoiseMs = 40;
const pause = () => new Promise((resolve) => setTimeout(resolve, attackSeconds * 1_000));

test('sixty sockets of one address, twenty that never read', async () => {
  const row = new FaultRow(test.info());
  const server = await startTestServer(options);
  try {
    const attack = (seconds: number) => () =>
      runAttack<{ sent: number; readersCut: number; sendersCut: number }>(
        'attack-queues.ts',
        server.url,
        String(seconds),
      );
    await attack(warmUpSeconds)();
    const quiet = await measured(server.url, pairCode, pause);
    const memory = watchMemory(server);
    const attacked = await measured(server.url, pairCode, attack(attackSeconds));
    const mib = memory.stop();
    const { sent, readersCut, sendersCut } = attacked.result;
    row.note('signals of 31 KB sent', `${sent} in ${attackSeconds} s`);
    row.note('sockets cut off', `${readersCut} that do not read, ${sendersCut} that send`);
    row.note('the server’s memory each second', `${mib.join(' ')} MiB`);
    const most = Math.max(...mib);
    row.fact('most memory', '≤ 400 MiB', `${most} MiB`, most <= 400);
    row.fact('the server', 'lives', server.isRunning() ? 'lives' : 'is dead', server.isRunning());
    demandServed(row, quiet, attacked);
  } finally {
    await server.stop();
  }
});

for (const flags of [[], ['--https']])
  test(`1,000 connections that ask for files and read no answer${flags.length > 0 ? ', over HTTPS' : ''}`, async () => {
    const row = new FaultRow(test.info());
    const folder = path.resolve('dist/assets');
    const sizes = readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).size] as const);
    const [largest] = sizes.toSorted(([, a], [, b]) => b - a)[0];
    const server = await ServerProcess.start({
      flags,
      maxHeapMib: 1_024,
      env: { TRUST_PROXY: '1', ROOM_SECRET: roomSecret },
    });
    try {
      const attack = (seconds: number, count: number) => () =>
        runAttack('attack-unread.ts', server.url, `/assets/${largest}`, String(seconds), String(count));
      await attack(warmUpSeconds, 200)();
      const quiet = await measured(server.url, pairCode, pause);
      const beforeMib = server.memoryMib;
      let mostMib = beforeMib;
      const timer = setInterval(() => (mostMib = Math.max(mostMib, server.memoryMib)), 1_000);
      const attacked = await measured(server.url, pairCode, attack(attackSeconds, 1_000));
      clearInterval(timer);
      row.note('the attack', JSON.stringify(attacked.result));
      demandServed(row, quiet, attacked, burstNoiseMs);
      row.fact('most memory', '≤ 400 MiB', `${beforeMib} → ${mostMib} MiB`, mostMib <= 400);
      row.fact('the server', 'lives', server.isRunning ? 'lives' : 'is dead', server.isRunning);
    } finally {
      await server.stop();
    }
  });

for (const [way, sockets] of [
  ['join', 3],
  ['look-up', 40],
] as const)
  test(`codes guessed by ${way} over ${sockets} sockets of one address that reconnect`, async () => {
    const row = new FaultRow(test.info());
    const server = await startTestServer(options);
    try {
      const host = await join(server.url, roomCode, honest, true);
      const answers: string[] = [];
      const attack = async () => {
        const guesses = runAttack<{ found: number; sockets: number }>(
          'attack-guesses.ts',
          server.url,
          way,
          String(attackSeconds),
          String(sockets),
        );
        for (let second = 0; second < attackSeconds - 1; second++) {
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          const { answer, socket } = await join(server.url, roomCode, attackers);
          answers.push(answer);
          socket.close();
        }
        return guesses;
      };
      const quiet = await measured(server.url, pairCode, pause);
      const attacked = await measured(server.url, pairCode, attack);
      const { found, sockets: opened } = attacked.result;
      // 300 at once and one a second, and those that the attacker used before the measurement.
      const codes = `${found} in ${attackSeconds} s, over ${opened} sockets`;
      row.fact('codes found', '≤ 320', codes, found <= 320);
      demandServed(row, quiet, attacked);
      // Each waits for a guess of each of the sockets; a page that waits longer asks again.
      const inTime = answers.filter((answer) => answer === 'ok').length;
      const most = sockets === 3 ? answers.length : 0;
      row.fact('joins from the attacker’s address', `≥ ${most}`, count(answers), inTime >= most);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const after = await join(server.url, roomCode, attackers);
      row.fact('one from there, 3 s later', 'joins', after.answer, after.answer === 'ok');
      [host, after].forEach(({ socket }) => socket.close());
    } finally {
      await server.stop();
    }
  });

test('codes guessed from all addresses of an IPv6 /48', async () => {
  const row = new FaultRow(test.info());
  const server = await startTestServer(options);
  try {
    const host = await join(server.url, roomCode, honest, true);
    const attack = async () => {
      const guesses = runAttack<{ found: number; sockets: number }>(
        'attack-guesses.ts',
        server.url,
        'join',
        String(attackSeconds),
        '40',
        '2001:db8:1',
      );
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      const other = await join(server.url, roomCode, '2001:db8:2:1::1');
      row.fact('a join from another /48', 'joins', other.answer, other.answer === 'ok');
      other.socket.close();
      return guesses;
    };
    const quiet = await measured(server.url, pairCode, pause);
    const attacked = await measured(server.url, pairCode, attack);
    const { found, sockets } = attacked.result;
    // Four times what an address has.
    const codes = `${found} in ${attackSeconds} s, over ${sockets} sockets`;
    row.fact('codes found', '≤ 1,250', codes, found <= 1_250);
    demandServed(row, quiet, attacked);
    host.socket.close();
  } finally {
    await server.stop();
  }
});

/** 'ok' 3, 'rate-limited' 6 → '3 ok, 6 rate-limited'. */
function count(answers: readonly string[]): string {
  return [...new Set(answers)]
    .map((answer) => `${answers.filter((other) => other === answer).length} ${answer}`)
    .join(', ');
}

function watchMemory(server: TestServer): { stop(): readonly number[] } {
  const mib: number[] = [];
  const timer = setInterval(() => mib.push(memoryMib(server.pid())), 1_000);
  return {
    stop() {
      clearInterval(timer);
      return mib;
    },
  };
}
