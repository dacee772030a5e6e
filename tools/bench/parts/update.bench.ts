// Times the exact update: `npm run bench:update`. Update, hash and finite check of all blocks by each path, with the
// state in one memory and (copied) in separate arrays. Parameters fit no cache, as in training.
import { prng } from '../../../src/base/prng';
import { blockCount } from '../../../src/optim/state/blocks';
import { squaredNormOf } from '../../../src/optim/state/block-norms';
import type { OptimizerConfig } from '../../../src/optim/rules/config';
import { createBlockHashes, hashBlocks, rootDigest } from '../../../src/optim/state/digest';
import {
  createGradientSum,
  createShadow,
  createTrainState,
  type TrainState,
} from '../../../src/optim/state/train-state';
import {
  beginUpdateOn,
  finishUpdate,
  updateBlocks,
  type UpdatePath,
} from '../../../src/optim/update/update-step';

const length = 2_000_000;
const runs = 10;
const gradients = new Float32Array(length);
const random = prng('bench');
for (let i = 0; i < length; i++) gradients[i] = 96 * (random.float() - 0.5);

const adam = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 };
const rules: readonly OptimizerConfig[] = [
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: false },
  { kind: 'adamw', ...adam },
  { kind: 'lars', momentum: 0.9, weightDecay: 1e-4, trustCoefficient: 0.001, epsilon: 1e-9 },
  { kind: 'lamb', ...adam },
];

console.log('ns per parameter, best (median)'.padEnd(34) + 'simd            copied          plain');
for (const config of rules) {
  const kinds = [
    ['simd', createShadow],
    ['simd', plainCopy],
    ['plain', plainCopy],
  ] as const;
  const cells = kinds.map(([path, shadowOf]) => timeUpdate(path, config, shadowOf));
  console.log(`${config.kind}: update, hash, finite`.padEnd(34) + cells.map((c) => c.padEnd(16)).join(''));
}
const state = createTrainState({ kind: 'adamw', ...adam }, length);
console.log('adamw: digest from scratch'.padEnd(66) + time(() => void hashBlocks(state)));
console.log('norm'.padEnd(66) + time(() => squaredNormOf(gradients)));

function timeUpdate(
  path: UpdatePath,
  config: OptimizerConfig,
  shadowOf: (state: TrainState) => TrainState,
): string {
  const first = createTrainState(config, length);
  const isTogether = shadowOf === createShadow;
  let [from, to] = isTogether ? [first, createShadow(first)] : [plainCopy(first), plainCopy(first)];
  const sum = isTogether ? createGradientSum(first) : gradients;
  sum.set(gradients);
  for (let i = 0; i < length; i++) from.parameters[i] = random.float() - 0.5;
  const hashes = createBlockHashes(length);
  return time(() => {
    const step = beginUpdateOn(path, config, from, to, { learningRate: 1e-3, exampleCount: 96 });
    updateBlocks(step, sum, 0, blockCount(length), hashes);
    finishUpdate(step, sum, hashes);
    rootDigest(to, hashes);
    [from, to] = [to, from];
  });
}

/** A copy in arrays of its own. */
function plainCopy(state: TrainState): TrainState {
  return {
    parameters: state.parameters.slice(),
    vectors: state.vectors.map((vector) => vector.slice()),
    scalars: state.scalars.slice(),
    step: state.step,
  };
}

/** Best and median, because the machine may be shared. */
function time(run: () => void): string {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    run();
    return ((performance.now() - start) * 1e6) / length;
  }).sort((a, b) => a - b);
  return `${times[0].toFixed(2)} (${times[runs >> 1].toFixed(2)})`;
}
