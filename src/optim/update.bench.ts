// Time of the exact update, by hand: `npx tsx src/optim/update.bench.ts`. Parameters fit no cache, as in training.
import { prng } from '../base/prng';
import { blockCount } from './blocks';
import { blockNorms } from './block-norms';
import type { OptimizerConfig } from './config';
import { createBlockHashes, hashBlocks, rootDigest } from './digest';
import { allFinite } from './finite';
import { createTrainState } from './train-state';
import { beginUpdate, updateBlocks } from './update';

const length = 2_000_000;
const steps = 12;
const sum = new Float32Array(length);
const random = prng('bench');
for (let i = 0; i < length; i++) sum[i] = 96 * (random.float() - 0.5);

const rules: readonly OptimizerConfig[] = [
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: false },
  { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
];

for (const config of rules) {
  let from = createTrainState(config, length);
  let to = createTrainState(config, length);
  const hashes = createBlockHashes(length);
  report(`${config.kind}: update, hash, finite`, () => {
    const step = beginUpdate(config, from, to, { learningRate: 1e-3, exampleCount: 96 });
    updateBlocks(step, sum, 0, blockCount(length), hashes);
    rootDigest(to, hashes);
    [from, to] = [to, from];
  });
  report(`${config.kind}: digest from scratch`, () => void hashBlocks(from));
}
report('finite', () => void allFinite(sum));
const norms = new Float64Array(blockCount(length));
report('norm', () => blockNorms(sum, norms));

/** Best and median of `steps` runs: the machine may be shared. */
function report(what: string, run: () => void): void {
  const times = Array.from({ length: steps }, () => {
    const start = performance.now();
    run();
    return ((performance.now() - start) * 1e6) / length;
  }).sort((a, b) => a - b);
  console.log(
    `${what}: best ${times[0].toFixed(2)}, median ${times[steps >> 1].toFixed(2)} ns per parameter`,
  );
}
