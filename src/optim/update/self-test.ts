// Known answers (E3, E12), which a replica checks before it joins. An engine whose JIT contracts, flushes subnormals or
// rounds differently would drift from its ring. Here it is caught in a fraction of a second, and the failure names
// what is wrong. This thread takes the fastest path of the update that gives the known bits.
import { assert } from '../../base/assert';
import { hashHex, hashWords } from '../../base/hash';
import { prng } from '../../base/prng';
import { fail, ok, type Result } from '../../base/result';
import { blockCount } from '../state/blocks';
import type { OptimizerConfig } from '../rules/config';
import { createBlockHashes, rootDigest } from '../state/digest';
import { createTrainState, wordsOf } from '../state/train-state';
import { beginUpdateOn, finishUpdate, updateBlocks, type UpdatePath } from './update-step';
import { kernelsOver } from './wasm-kernels';

export type SelfTestCode = 'big-endian' | 'wrong-operation' | 'wrong-update';

/** f32 bits: [operation, a, b, expected]. √ ignores b. Halfway cases, subnormal operands and results, underflow. */
export const knownOperations = [
  ['+', 0x3f800000, 0x33800000, 0x3f800000], // 1 + 2⁻²⁴: halfway, to even
  ['+', 0x3f800001, 0x33800000, 0x3f800002], // halfway, to even upwards
  ['+', 0x00000001, 0x00000001, 0x00000002], // smallest subnormals are not flushed
  ['+', 0x80000000, 0x80000000, 0x80000000], // −0 + −0
  ['-', 0x00800000, 0x00000001, 0x007fffff], // normal → subnormal
  ['-', 0x3f800000, 0x3f7fffff, 0x33800000], // cancellation is exact
  ['×', 0x00800000, 0x3f000000, 0x00400000], // gradual underflow
  ['×', 0x007fffff, 0x3f7fffff, 0x007fffff], // 0.5 − 2⁻²⁴ of the smallest below: up
  ['×', 0x00000001, 0x3f000000, 0x00000000], // half the smallest: to even, zero
  ['×', 0x00000003, 0x3f000000, 0x00000002], // 1.5 × smallest: to even
  ['×', 0x3dcccccd, 0x3dcccccd, 0x3c23d70b], // 0.1 × 0.1
  ['×', 0x1e3ce508, 0x9e3ce508, 0x80000000 + 0x000116c2], // 1e-20 × −1e-20: a subnormal v
  ['÷', 0x3f800000, 0x40400000, 0x3eaaaaab], // 1 / 3
  ['÷', 0x00800000, 0x40400000, 0x002aaaab], // subnormal quotient
  ['÷', 0x42c80000, 0x42bfffff, 0x3f855556], // 100 / 95.99999
  ['√', 0x40000000, 0, 0x3fb504f3], // √2
  ['√', 0x00000001, 0, 0x1a3504f3], // √ of the smallest
  ['√', 0x007fffff, 0, 0x1fffffff], // √ of the largest subnormal
] as const;

/** The root over the final digests of all rules below. */
export const knownUpdate = '134e84412e094fa8';

export const selfTestRules: readonly OptimizerConfig[] = [
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: false },
  { kind: 'momentum', momentum: 0.9, nesterov: true },
  { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
  { kind: 'lars', momentum: 0.9, weightDecay: 1e-4, trustCoefficient: 0.001, epsilon: 1e-9 },
  { kind: 'lamb', beta1: 0.9, beta2: 0.999, epsilon: 1e-6, weightDecay: 0.01 },
];
/** Six blocks and a short one: enough passes that the optimizing compiler has taken over. */
export const selfTestLength = 6 * 4096 + 17;
export const selfTestSteps = 3;
export const selfTestInput = {
  learningRate: 0.013,
  exampleCount: 96,
  clipScale: 0.7,
  tensors: [
    { start: 0, end: 9001, decays: true },
    { start: 9001, end: 9118, decays: false },
    { start: 9118, end: selfTestLength, decays: true },
  ],
};

let chosen: UpdatePath | undefined;

/** The path that selfTest chose. Runs selfTest the first time. */
export function exactPath(): UpdatePath {
  if (chosen) return chosen;
  const tested = selfTest();
  assert(tested.ok, 'this engine passes the self-test');
  return tested.value;
}

/** Chooses the path that updates take on this thread from now on. */
export function selfTest(): Result<UpdatePath, SelfTestCode> {
  if (new Uint8Array(new Uint32Array([1]).buffer)[0] !== 1)
    return fail('big-endian', 'this engine stores numbers big-endian; state is little-endian');
  for (const [operation, a, b, expected] of knownOperations) {
    const bits = operate(operation, a, b);
    if (bits !== expected)
      return fail(
        'wrong-operation',
        `${hex(a)} ${operation} ${hex(b)} gave ${hex(bits)}, not ${hex(expected)}`,
      );
  }
  const digests: string[] = [];
  for (const path of ['simd', 'plain'] as const) {
    if (path !== 'plain' && !kernelsOver()) continue;
    const digest = digestOn(path);
    if (digest === knownUpdate) {
      chosen = path;
      return ok(path);
    }
    digests.push(`${digest} (${path})`);
  }
  return fail('wrong-update', `the known update gave ${digests.join(', ')}, not ${knownUpdate}`);
}

/** The root over the final digests of all rules on one path. */
export function digestOn(path: UpdatePath): string {
  const parameters = new Float32Array(selfTestLength);
  fillAnyScale(parameters, 'parameters');
  const sums = Array.from({ length: selfTestSteps }, (_, step) => {
    const sum = new Float32Array(selfTestLength);
    fillAnyScale(sum, `gradient ${step}`);
    return sum;
  });
  const words = selfTestRules.flatMap((config) => runRule(path, config, parameters, sums));
  return hashHex(hashWords(new Uint32Array(words)));
}

function runRule(
  path: UpdatePath,
  config: OptimizerConfig,
  parameters: Float32Array,
  sums: readonly Float32Array[],
): number[] {
  let from = createTrainState(config, selfTestLength);
  let to = createTrainState(config, selfTestLength);
  from.parameters.set(parameters);
  const hashes = createBlockHashes(selfTestLength);
  for (const sum of sums) {
    const update = beginUpdateOn(path, config, from, to, selfTestInput);
    updateBlocks(update, sum, 0, blockCount(selfTestLength), hashes);
    finishUpdate(update, sum, hashes);
    [from, to] = [to, from];
  }
  const digest = rootDigest(from, hashes);
  return [parseInt(digest.slice(0, 8), 16), parseInt(digest.slice(8), 16)];
}

/** Random bits of either sign with exponents from subnormal to 2¹³, so that all scales are combined. */
export function fillAnyScale(values: Float32Array, stream: string): void {
  const random = prng('self-test', stream);
  const words = wordsOf(values);
  for (let i = 0; i < words.length; i++)
    words[i] = (random.below(2) << 31) | (random.below(141) << 23) | random.below(1 << 23);
}

function operate(operation: '+' | '-' | '×' | '÷' | '√', aBits: number, bBits: number): number {
  const [a, b] = new Float32Array(new Uint32Array([aBits, bBits]).buffer);
  const fround = Math.fround;
  const result = new Float32Array(1);
  switch (operation) {
    case '+':
      result[0] = fround(a + b);
      break;
    case '-':
      result[0] = fround(a - b);
      break;
    case '×':
      result[0] = fround(a * b);
      break;
    case '÷':
      result[0] = fround(a / b);
      break;
    case '√':
      result[0] = fround(Math.sqrt(a));
      break;
    default:
      throw operation satisfies never;
  }
  return wordsOf(result)[0];
}

function hex(bits: number): string {
  return bits.toString(16).padStart(8, '0');
}
