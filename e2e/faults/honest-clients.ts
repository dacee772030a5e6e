// Honest clients in a separate process, so that nothing but the server delays them: a pair whose signals go back and
// forth in its own room, and somebody who joins that room again and again. What a test computes meanwhile, for a class
// or for a ring, would otherwise count as the server's time. After a second it says that it measures; it writes down
// what it measured, as JSON, once its input ends.
//   node --import tsx e2e/faults/honest-clients.ts http://127.0.0.1:8080 A7K9M3A7K
import { setTimeout as sleep } from 'node:timers/promises';
import { honestPair, join, quantile, type HonestTimes } from './server-attack';

const [, , url, code] = process.argv;
const [pairAddress, newcomerAddress] = ['192.0.2.2', '192.0.2.3'];
/** Compiles what the clients run. */
const warmUpMs = 1_000;
const joinEveryMs = 100;

async function measureUntil(isOver: () => boolean): Promise<HonestTimes> {
  const pair = await honestPair(url, code, pairAddress);
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
