// Floods at the room server from one address, and what they cost an honest pair and honest joins from others: twice a
// quiet server's time at most (R28). The attackers and the server are processes of their own.
import { test } from '../fixtures';
import { startTestServer } from '../test-server';
import { FaultRow } from './fault-row';
import { demandServed, measured, relayingPair, runAttack } from './server-attack';

const seconds = 10;
/** Compiles what a server that has run for a while has compiled. */
const warmUpSeconds = 3;
const pause = () => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const code = 'A7K9M3A7K';
/** The server trusts the addresses that clients claim. */
const options = { maxHeapMib: 1_024, env: { TRUST_PROXY: '1' } };

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
      await attack(warmUpSeconds)();
      const quiet = await measured(server.url, code, pause);
      const attacked = await measured(server.url, code, attack(seconds));
      row.note('the attack', JSON.stringify(attacked.result));
      demandServed(row, quiet, attacked);
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
