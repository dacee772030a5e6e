// Abuse of the room server while a ring trains: garbage signals, messages over 32 KiB, prototype keys, a foreign
// origin, a thousand messages a second. The server refuses all of it. The others train on, and newcomers still join.
// Then separate processes (attack-*.ts) attack separate servers, with readers that do not read, and with sockets that
// guess codes and reconnect.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { head, RawConnection } from '../../src/server/testing/raw-connection';
import { ServerProcess } from '../../src/server/testing/server-process';
import { expect, test } from '../fixtures';
import { startTestServer, type TestServer } from '../test-server';
import { expectEqualHistories, snapshotOf, stepsOf, untilMoreSteps, untilWorldSize } from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { honestPair, join, memoryMib, quantile, runAttack } from './server-attack';

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
const attacked = { maxHeapMib: 1_024, env: { TRUST_PROXY: '1' } };
const [honest, attackers] = ['127.0.0.2', '127.0.0.1'];
const pairCode = 'A7K9M3A7K';

test('sixty sockets of one address, twenty that never read', async () => {
  const row = new FaultRow(test.info());
  const server = await startTestServer(attacked);
  try {
    const pair = await honestPair(server.url, pairCode, honest);
    const memory = watchMemory(server);
    const attackSeconds = 15;
    const attack = await runAttack<{ sent: number; readersCut: number; sendersCut: number }>(
      'attack-queues.ts',
      server.url,
      String(attackSeconds),
    );
    const { roundTripsMs, lost } = pair.stop();
    const mib = memory.stop();
    row.note('signals of 31 KB sent', `${attack.sent} in ${attackSeconds} s`);
    row.note('sockets cut off', `${attack.readersCut} that do not read, ${attack.sendersCut} that send`);
    row.note('the server’s memory each second', `${mib.join(' ')} MiB`);
    const most = Math.max(...mib);
    row.fact('most memory', '≤ 400 MiB', `${most} MiB`, most <= 400);
    row.fact('the server', 'lives', server.isRunning() ? 'lives' : 'is dead', server.isRunning());
    row.note('round trips of an honest pair', roundTripsMs.length);
    row.time('their median', quantile(roundTripsMs, 0.5), 500);
    row.time('their 99th percentile', quantile(roundTripsMs, 0.99), 5_000);
    row.fact('signals of the pair lost', '0', lost, lost === 0);
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
    const server = await ServerProcess.start({ flags, maxHeapMib: 1_024 });
    try {
      const beforeMib = server.memoryMib;
      const open = () => RawConnection.open(server.port, { tls: flags.length > 0, isDeaf: true });
      const deaf: RawConnection[] = [];
      while (deaf.length < 1_000) deaf.push(...(await Promise.all(Array.from({ length: 50 }, open))));
      await Promise.all(deaf.map((one) => one.write(head(`GET /assets/${largest} HTTP/1.1`).repeat(4))));
      let mostMib = 0;
      for (let second = 0; second < 8; second++) {
        mostMib = Math.max(mostMib, server.memoryMib);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      row.fact('most memory', '≤ 400 MiB', `${beforeMib} → ${mostMib} MiB`, mostMib <= 400);
      row.fact('the server', 'lives', server.isRunning ? 'lives' : 'is dead', server.isRunning);
      deaf.forEach((one) => one.close());
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
    const server = await startTestServer(attacked);
    try {
      const host = await join(server.url, pairCode, honest, true);
      const answers: Record<string, string[]> = { [honest]: [], [attackers]: [] };
      const seconds = 10;
      const attack = runAttack<{ found: number; sockets: number }>(
        'attack-guesses.ts',
        server.url,
        way,
        String(seconds),
        String(sockets),
      );
      for (let second = 0; second < seconds - 1; second++) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        for (const address of [honest, attackers]) {
          const { answer, socket } = await join(server.url, pairCode, address);
          answers[address].push(answer);
          socket.close();
        }
      }
      const { found, sockets: opened } = await attack;
      // 300 at once and one a second, and those that the attacker used before the measurement.
      row.fact('codes found', '≤ 320', `${found} in ${seconds} s, over ${opened} sockets`, found <= 320);
      const others = answers[honest];
      const isServed = others.every((answer) => answer === 'ok');
      row.fact('joins from another address', 'all join', count(others), isServed);
      // Each waits for a guess of each of the sockets; a page that waits longer asks again.
      const inTime = answers[attackers].filter((answer) => answer === 'ok').length;
      const most = sockets === 3 ? answers[attackers].length : 0;
      row.fact('joins from the attacker’s address', `≥ ${most}`, count(answers[attackers]), inTime >= most);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const after = await join(server.url, pairCode, attackers);
      row.fact('one from there, 3 s later', 'joins', after.answer, after.answer === 'ok');
      [host, after].forEach(({ socket }) => socket.close());
    } finally {
      await server.stop();
    }
  });

test('codes guessed from all addresses of an IPv6 /48', async () => {
  const row = new FaultRow(test.info());
  const server = await startTestServer(attacked);
  try {
    const host = await join(server.url, pairCode, honest, true);
    const attack = runAttack<{ found: number; sockets: number }>(
      'attack-guesses.ts',
      server.url,
      'join',
      '10',
      '40',
      '2001:db8:1',
    );
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    const other = await join(server.url, pairCode, '2001:db8:2:1::1');
    row.fact('a join from another /48', 'joins', other.answer, other.answer === 'ok');
    const { found, sockets } = await attack;
    // Four times what an address has.
    row.fact('codes found', '≤ 1,250', `${found} in 10 s, over ${sockets} sockets`, found <= 1_250);
    [host, other].forEach(({ socket }) => socket.close());
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
