// Honest clients in a separate process, so that nothing but the server delays them: a pair whose signals go back and
// forth in its own room, and somebody who joins that room again and again. What a test computes meanwhile, for a class
// or for a ring, would otherwise count as the server's time. After a second it says that it measures; it writes down
// what it measured, as JSON, once its input ends.
//   node --import tsx e2e/faults/honest-clients.ts http://127.0.0.1:8080 A7K9M3A7K
import { setTimeout as sleep } from 'node:timers/promises';
import { join, lostMs, type HonestTimes } from './server-attack';

const [, , url, code] = process.argv;
const [pairAddress, newcomerAddress] = ['192.0.2.2', '192.0.2.3'];
/** Compiles what the clients run. */
const warmUpMs = 1_000;
const joinEveryMs = 100;
const pairEveryMs = 25;

/** A pair of clients in a separate room, whose signals go back and forth until `stop`. */
async function honestPair(): Promise<{
  stop(): { readonly roundTripsMs: readonly number[]; readonly lost: number };
}> {
  const a = await join(url, code, pairAddress, true);
  const b = await join(url, code, pairAddress);
  const signal = (to: string, data: string) => ({
    kind: 'signal',
    to,
    sequence: 1,
    data,
    mac: 'm'.repeat(43),
  });
  type Heard = { readonly kind: string; readonly data: string };
  const waiting = new Map<string, number>();
  const roundTripsMs: number[] = [];
  b.socket.on('message', ({ kind, data }: Heard) => {
    if (kind === 'signal') b.socket.emit('message', signal(a.id, data));
  });
  a.socket.on('message', ({ kind, data }: Heard) => {
    const sentMs = kind === 'signal' ? waiting.get(data) : undefined;
    if (sentMs === undefined) return;
    waiting.delete(data);
    roundTripsMs.push(performance.now() - sentMs);
  });
  let sent = 0;
  const timer = setInterval(() => {
    const data = String(sent++).padEnd(1_000);
    waiting.set(data, performance.now());
    a.socket.emit('message', signal(b.id, data));
  }, pairEveryMs);
  return {
    stop() {
      clearInterval(timer);
      const nowMs = performance.now();
      const lost = [...waiting.values()].filter((sentMs) => nowMs - sentMs > lostMs).length;
      // A signal that still waits counts with its wait so far: a dead server has no good median.
      for (const sentMs of waiting.values()) if (nowMs - sentMs > 1_000) roundTripsMs.push(nowMs - sentMs);
      [a, b].forEach(({ socket }) => socket.close());
      return { roundTripsMs, lost };
    },
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

async function measureUntil(isOver: () => boolean): Promise<HonestTimes> {
  const pair = await honestPair();
  const joinsMs: number[] = [];
  let failed = 0;
  while (!isOver()) {
    const startedMs = performance.now();
    const { answer, socket } = await join(url, code, newcomerAddress);
    socket.close();
    if (answer === 'ok') joinsMs.push(performance.now() - startedMs);
    else failed++;
    await sleep(joinEveryMs);
  }
  const { roundTripsMs, lost } = pair.stop();
  return {
    signals: roundTripsMs.length,
    signalMs: quantile(roundTripsMs, 0.5),
    slowSignalMs: quantile(roundTripsMs, 0.99),
    lost,
    joinMs: quantile(joinsMs, 0.5),
    failed,
  };
}

const startedMs = performance.now();
await measureUntil(() => performance.now() - startedMs > warmUpMs);
let isOver = false;
process.stdin.resume().once('end', () => (isOver = true));
console.log('measuring');
const times = await measureUntil(() => isOver);
process.stdout.write(JSON.stringify(times), () => process.exit(0));
