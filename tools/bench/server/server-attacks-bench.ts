// `npm run bench -- server-attacks [--root FOLDER] [--seconds 6] [--only NAME]`: what attacks without a code do to the
// room server and to honest clients beside them. Each attack meets a server of its own, with a heap of 512 MiB, on
// loopback. Printed: the server's memory before and at most, the round trips of an honest pair's signals, and the times
// of joins. `--root` names another working copy, for a comparison.
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { messageEvent } from '../../../src/net/room/room-messages';
import { frame, handshake, head, RawConnection } from '../../../src/server/testing/raw-connection';
import { ServerProcess } from '../../../src/server/testing/server-process';
import { ask, description, idOf, joinMessage } from '../../../src/server/testing/test-server';

const { root, seconds, only } = parseArgs({
  options: {
    only: { type: 'string' },
    root: { type: 'string' },
    seconds: { type: 'string', default: '6' },
  },
}).values;
const attackMs = Number(seconds) * 1000;
/** No attack sends more. */
const maxBytes = 64 * 1024 * 1024;
const lostMs = 5_000;
const connections = 4;

type Attack = (port: number, isOver: () => boolean) => Promise<void>;

/** Writes `chunk` again and again on connections that are opened again when they end. */
const flood =
  (opening: readonly string[], chunk: Uint8Array, isDeaf = true): Attack =>
  async (port, isOver) => {
    let sent = 0;
    const one = async (): Promise<void> => {
      while (!isOver() && sent < maxBytes) {
        const connection = await RawConnection.open(port, { isDeaf }).catch(() => undefined);
        if (!connection) return;
        for (const part of opening) {
          await connection.write(part.startsWith('GET') ? part : frame(part));
          await pause(20);
        }
        while (!isOver() && connection.isOpen && sent < maxBytes) {
          await Promise.race([connection.write(chunk), pause(attackMs)]);
          sent += chunk.length;
        }
        connection.close();
        await pause(50);
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
  };

const repeated = (one: string | Uint8Array, bytes = 64 * 1024): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(bytes / one.length) }, () => Buffer.from(one as string)));

const resets: Attack = async (port, isOver) => {
  while (!isOver()) {
    const connection = await RawConnection.open(port).catch(() => undefined);
    if (!connection) return;
    await connection.write(head('GET / HTTP/1.1', 'Upgrade: x', 'Connection: Upgrade'));
    await pause(20);
    await connection.reset();
  }
};

const spaces = head('GET / HTTP/1.1', `Accept-Encoding: a${' '.repeat(15_600)}b`);

const attacks: Readonly<Record<string, Attack>> = {
  none: async () => {},
  'upgrade and reset': resets,
  'pipelined GET /': flood([], repeated(head('GET / HTTP/1.1'))),
  'Accept-Encoding': flood([], Buffer.from(spaces.repeat(7)), false),
  pongs: flood([handshake(), '40'], repeated(frame('3'))),
  acknowledgements: flood([handshake(), '40'], repeated(frame('437[]'))),
  namespaces: flood([handshake(), '40'], repeated(frame('40/x,'))),
  'WebSocket pings': flood([handshake(), '40'], repeated(frame('x'.repeat(125), 0x89))),
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const open = (url: string) => io(url, { transports: ['websocket'], forceNew: true, reconnection: false });

/** The time of a join, or the longest wait. */
async function joinMs(url: string): Promise<number> {
  const sinceMs = performance.now();
  const socket = open(url);
  await Promise.race([ask(socket, joinMessage('HK3ACD4QX', { hasKey: true, description })), pause(lostMs)]);
  socket.close();
  return performance.now() - sinceMs;
}

const quantile = (values: readonly number[], part: number): string =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))]?.toFixed(1) ?? '–'; // prettier-ignore

async function measure(name: string, attack: Attack): Promise<void> {
  const server = await ServerProcess.start({ maxHeapMib: 512, ...(root !== undefined && { root }) });
  const [a, b] = [open(server.url), open(server.url)];
  const [first, second] = [0, 1].map(() => joinMessage('HK3ACD4QY', { hasKey: true, description }));
  await ask(a, first);
  await ask(b, second);
  const [signals, joins, waiting]: [number[], number[], Map<string, number>] = [[], [], new Map()];
  b.on(messageEvent, ({ kind, data }: { kind: string; data: string }) => {
    const sentMs = kind === 'signal' ? waiting.get(data) : undefined;
    if (sentMs === undefined) return;
    waiting.delete(data);
    signals.push(performance.now() - sentMs);
  });
  const before = server.memoryMib;
  let most = before;
  const beginMs = performance.now();
  const isOver = (): boolean => performance.now() - beginMs > attackMs;
  const attacking = attack(server.port, isOver);
  const asking = (async () => {
    while (!isOver()) {
      joins.push(await joinMs(server.url));
      await pause(100);
    }
  })();
  for (let i = 0; !isOver(); i++) {
    waiting.set(String(i), performance.now());
    a.emit(messageEvent, { kind: 'signal', to: idOf(second), sequence: i, data: String(i), mac: 'm'.repeat(43) }); // prettier-ignore
    if (i % 10 === 0) most = Math.max(most, server.memoryMib);
    await pause(25);
  }
  await Promise.race([Promise.all([attacking, asking]), pause(2 * lostMs)]);
  for (const sentMs of waiting.values()) signals.push(performance.now() - sentMs);
  most = Math.max(most, server.memoryMib);
  const state = server.isRunning ? 'lives' : 'is dead';
  const times = (values: readonly number[]): string =>
    `${quantile(values, 0.5)} / ${quantile(values, 0.99)} ms`;
  console.log(`${name.padEnd(20)} ${state.padEnd(8)} memory ${before} → ${most} MiB  signals ${times(signals)}  joins ${times(joins)}`); // prettier-ignore
  [a, b].forEach((socket) => socket.close());
  await server.stop();
}

console.log('                     the server; its memory before → at most; median / 99th percentile');
for (const [name, attack] of Object.entries(attacks))
  if (only === undefined || name === only) await measure(name, attack);
process.exit(0);
