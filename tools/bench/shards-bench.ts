// `npm run bench:shards`: measures what shards by measured speed gain. Two replicas run in this process, on the CPU
// backend, with links over real message ports. One takes four times as long for a micro-batch, by waiting, which costs
// the shared cores nothing. Equal and measured shards of the same global batch alternate within one run, by host
// command. Prints one JSON line.
import { lowerMedian } from '../../src/train/run/apportion';
import { testConfig, TestRing } from '../../src/train/testing/real-ring';

const microBatchMs = [4, 16];
const rounds = 6;
/** Steps after a switch that do not count: measured shards settle within five. */
const settling = 8;
const counted = 24;

const ring = new TestRing(
  {
    ...testConfig,
    batchMode: 'fixed',
    globalBatch: 64,
    microBatch: 4,
    steps: 1_000_000,
    evaluateEvery: 0,
  },
  undefined,
  (engine, replica) => ({
    ...engine,
    gradient: async (microBatches, ...rest) => {
      await new Promise((resolve) => setTimeout(resolve, microBatches.length * microBatchMs[replica]));
      return engine.gradient(microBatches, ...rest);
    },
  }),
);
const [fast] = [ring.add(), ring.add()];
await ring.until('a ring of two', () => fast.member.membership.view?.members.length === 2);
await ring.until('one state', () =>
  ring.replicas.every(({ member }) => member.replica.held?.state.initialized),
);
ring.submit({ kind: 'start' });

const stepMs = { equal: [] as number[], measured: [] as number[] };
const shares: Partial<Record<'equal' | 'measured', number[]>> = {};
for (let round = 0; round < rounds; round++)
  for (const shards of ['equal', 'measured'] as const) {
    ring.submit({ kind: 'set-batch', batch: { batchMode: 'fixed', globalBatch: 64, shards } });
    const first = fast.steps.length + settling;
    await ring.until(`${shards} shards`, () => fast.steps.length > first + counted, 120_000);
    const seen = fast.steps.slice(first, first + counted + 1);
    stepMs[shards].push(lowerMedian(seen.slice(1).map(({ atMs }, i) => atMs - seen[i].atMs)));
    shares[shards] = ring.replicas.map(({ id }) => seen.at(-1)!.contributions[id]);
  }
const digests = new Set(ring.replicas.map(({ steps }) => steps.find(({ step }) => step === 100)?.digest));
await ring.end();

const ratios = stepMs.equal.map((ms, round) => ms / stepMs.measured[round]);
console.log(
  JSON.stringify({
    microBatchMs,
    globalBatch: 64,
    shares,
    medianStepMs: { equal: lowerMedian(stepMs.equal), measured: lowerMedian(stepMs.measured) },
    ratioByRound: ratios.map((ratio) => Number(ratio.toFixed(2))),
    medianRatio: Number(lowerMedian(ratios).toFixed(2)),
    wanted: 1.5,
    digestsEqual: digests.size === 1,
  }),
);
process.exit(lowerMedian(ratios) >= 1.5 && digests.size === 1 ? 0 : 1);
