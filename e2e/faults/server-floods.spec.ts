// Floods at the room server from one address, and what they cost an honest pair and honest joins from others: twice a
// quiet server's time at most (R28). The attackers and the server are processes of their own.
import { test } from '../fixtures';
import { startTestServer } from '../test-server';
import { FaultRow } from './fault-row';
import { honestPair, join, quantile, relayingPair, runAttack } from './server-attack';

const seconds = 10;
/** Compiles what a server that has run for a while has compiled. */
const warmUpSeconds = 3;
const pause = () => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const code = 'A7K9M3A7K';
/** The server trusts the addresses that clients claim. */
const options = { maxHeapMib: 1_024, env: { TRUST_PROXY: '1' } };
/** A signal's or a join's time within the noise of a machine that the attackers share. */
const noiseMs = 5;
/** The same for the slowest: a pause of the processor or of the collector of garbage. */
const slowNoiseMs = 10;

const attacks: readonly (readonly [flood: string, sockets: number])[] = [
  ['pongs', 1],
  ['pongs', 20],
  ['acknowledgements', 20],
  ['namespaces', 20],
  ['probes', 20],
  ['malformed', 20],
  ['reconnections', 20],
  ['pings', 20],
  ['statuses', 50],
  ['keys', 3],
  ['relay', 12],
];

for (const [flood, sockets] of attacks)
  test(`${sockets} sockets of one address that flood ${flood}`, async () => {
    const row = new FaultRow(test.info());
    const server = await startTestServer(options);
    try {
      const attack = (forSeconds: number) => () =>
        runAttack('attack-floods.ts', server.url, flood, String(sockets), String(forSeconds));
      await measured(server.url, attack(warmUpSeconds));
      const quiet = await measured(server.url, pause);
      const attacked = await measured(server.url, attack(seconds));
      row.note('the attack', JSON.stringify(attacked.result));
      const within = (quietMs: number): number => Math.max(2 * quietMs, quietMs + noiseMs);
      row.time('signals, median', attacked.signalMs, within(quiet.signalMs));
      row.time('joins, median', attacked.joinMs, within(quiet.joinMs));
      const slow = Math.max(2 * quiet.slowSignalMs, quiet.slowSignalMs + slowNoiseMs);
      row.time('signals, 99th percentile', attacked.slowSignalMs, slow);
      row.fact('signals lost', '0', attacked.lost, attacked.lost === 0);
      row.fact('joins that failed', '0', attacked.failed, attacked.failed === 0);
      row.fact('the server', 'lives', server.isRunning() ? 'lives' : 'is dead', server.isRunning());
    } finally {
      await server.stop();
    }
  });

for (const sockets of [12, 100])
  test(`${sockets} sockets of one address that flood relay, beside a pair that relays`, async () => {
    const row = new FaultRow(test.info());
    const server = await startTestServer(options);
    try {
      const pair = await relayingPair(server.url, code, '192.0.2.2');
      const quiet = await pair.measure(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
      const attacked = await pair.measure(() =>
        runAttack('attack-floods.ts', server.url, 'relay', String(sockets), String(seconds)),
      );
      pair.stop();
      const ask = `≥ ${(quiet / 2).toFixed(1)} MiB/s`;
      row.note('quiet', `${quiet.toFixed(1)} MiB/s`);
      row.fact('relayed by the pair', ask, `${attacked.toFixed(1)} MiB/s`, attacked >= quiet / 2);
    } finally {
      await server.stop();
    }
  });

/** The times of honest clients at two other addresses while `during` runs. */
async function measured(url: string, during: () => Promise<unknown>) {
  const pair = await honestPair(url, code, '192.0.2.2');
  const joinsMs: number[] = [];
  let failed = 0;
  let isOver = false;
  const joining = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      const { answer, socket } = await join(url, code, '192.0.2.3');
      socket.close();
      if (answer === 'ok') joinsMs.push(performance.now() - startedMs);
      else failed++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const result = await during();
  isOver = true;
  await joining;
  const { roundTripsMs, lost } = pair.stop();
  return {
    result,
    lost,
    failed,
    signalMs: quantile(roundTripsMs, 0.5),
    slowSignalMs: quantile(roundTripsMs, 0.99),
    joinMs: quantile(joinsMs, 0.5),
  };
}
