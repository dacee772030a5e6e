// Times the codecs: `npm run bench:codecs`. A JSON line per figure: encode and decode of each codec, SIMD and plain, its
// bytes per element against theory, and what a step of a run does with error feedback: the residual added to the bucket
// (residual.ts), each segment encoded, decoded and its loss kept (segment-codec.ts). The limit of a time is a copy of as many
// bytes as the codec reads and writes, timed in turns with it.
import { loadavg } from 'node:os';
import { bytesOf } from '../../../src/base/bytes';
import { prng } from '../../../src/base/prng';
import { gatheredSegment } from '../../../src/collectives/gathered-sum';
import { segmentElements } from '../../../src/collectives/schedule';
import { SegmentCodec } from '../../../src/collectives/segment-codec';
import type { Codec } from '../../../src/codecs/codec';
import type { CodecKernels } from '../../../src/codecs/kernels';
import { messageBytes, planPowerSgd } from '../../../src/codecs/power-sgd/plan';
import {
  decodeSum,
  firstRight,
  leftMessage,
  nextResidual as nextPowerSgdResidual,
  orthonormalLeft,
  rightMessage,
} from '../../../src/codecs/power-sgd/power-sgd';
import { plainProducts, type Products } from '../../../src/codecs/power-sgd/products';
import { wasmProducts } from '../../../src/codecs/power-sgd/wasm-products';
import { plainKernels } from '../../../src/codecs/plain/plain-kernels';
import { codecOf } from '../../../src/codecs/registry';
import { isGathered, type CodecSetting } from '../../../src/codecs/setting';
import { chosenKernels } from '../../../src/codecs/self-test';
import { wasmKernels } from '../../../src/codecs/wasm-kernels';

/** 4 MiB of f32: a large bucket, beyond the caches of a core. */
const length = 1 << 20;
const rounds = 25;

/** Bits per element in theory. */
const cases: readonly [CodecSetting, number][] = [
  [{ kind: 'f32' }, 32],
  [{ kind: 'fp16' }, 16],
  [{ kind: 'bf16' }, 16],
  [{ kind: 'int8' }, 8],
  [{ kind: 'int4' }, 4],
  [{ kind: 'sign' }, 1],
  [{ kind: 'top-k', share: 1 / 64 }, (12 + 16) / 64],
  [{ kind: 'sparse-loco', share: 1 / 64 }, (12 + 2) / 64],
];

const random = prng('bench');
const values = Float32Array.from({ length }, () => random.normal());
/** The unit of the means: 96 loss terms. */
const unit = 96;
const residual = Float32Array.from({ length }, () => random.normal() / 10 / unit);
const decoded = new Float32Array(length);
const nextResidual = new Float32Array(length);
const source = new Uint8Array(8 * length).fill(1);
const target = new Uint8Array(8 * length).fill(2);

for (const [setting, bits] of cases) {
  const encodedBytes = codecOf(setting).encodedBytes(length);
  print(`codec ${setting.kind} bytes`, encodedBytes / length, bits / 8, 'bytes/element');
  const kernels: readonly [string, CodecKernels][] = [['', wasmKernels()!], [' (plain)', plainKernels]]; // prettier-ignore
  for (const [suffix, one] of kernels) timeCodec(setting.kind + suffix, codecOf(setting, one), encodedBytes);
  timeStep(setting, encodedBytes);
}

const rank = 4;
const side = 1024; // side² = length
const plan = planPowerSgd([{ start: 0, shape: [side, side] }], rank);
const [leftBytes, rightBytes] = messageBytes(plan);
print('codec power-sgd bytes', (leftBytes + rightBytes) / length, (8 * rank) / side, 'bytes/element');
timePowerSgd('power-sgd', wasmProducts()!);
timePowerSgd('power-sgd (plain)', plainProducts);
console.error(`load of the last minute: ${loadavg()[0].toFixed(1)}`);

function timeCodec(name: string, codec: Codec, encodedBytes: number): void {
  const bytes = new Uint8Array(encodedBytes);
  compare(`codec ${name} encode`, 4 * length + encodedBytes, () => void codec.encode(values, 0, bytes));
  compare(`codec ${name} decode`, 4 * length + encodedBytes, () => void codec.decode(bytes, 0, decoded));
}

/** Reads the values, the residual and the bytes; writes what is sent, the bytes, the decoded values and the next residual. */
function timeStep(setting: CodecSetting, encodedBytes: number): void {
  const codec = codecOf(setting);
  const longest = isGathered(setting) ? gatheredSegment : segmentElements;
  const sums = new SegmentCodec({ codec, exponent: 0, dropped: nextResidual, unit }, length, longest);
  compare(`codec ${setting.kind} feedback`, 20 * length + 2 * encodedBytes, () => {
    chosenKernels().addResidual(values, residual, unit, decoded);
    for (let start = 0; start < length; start += longest)
      sums.encode(decoded, start, Math.min(start + longest, length));
  });
}

/** A square matrix with rank 4: both factors, the sum, the residual. Factors are small beside the matrix. */
function timePowerSgd(name: string, products: Products): void {
  const right = firstRight(plan, 1);
  const firstSum = leftMessage(plan, values, right, products);
  const left = orthonormalLeft(plan, firstSum);
  const own = rightMessage(plan, values, left, products);
  compare(`codec ${name} encode`, 8 * length, () => {
    leftMessage(plan, values, right, products);
    rightMessage(plan, values, left, products);
  });
  compare(`codec ${name} decode`, 4 * length, () => {
    orthonormalLeft(plan, firstSum);
    decodeSum(plan, { firstSum, left, rightSum: own }, decoded, products);
  });
  compare(`codec ${name} feedback`, 8 * length, () => {
    nextPowerSgdResidual(plan, { values, left, ownRight: own }, unit, nextResidual, products);
  });
}

/** The best of both, in turns: the machine may be shared. A copy of n bytes moves 2n. */
function compare(name: string, movedBytes: number, run: () => void): void {
  const part = bytesOf(source).subarray(0, movedBytes / 2);
  const [ours, limits]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(time(run));
    limits.push(time(() => target.set(part)));
  }
  print(name, Math.min(...ours), Math.min(...limits), 'ns/element');
}

function time(run: () => void): number {
  const start = performance.now();
  run();
  return ((performance.now() - start) * 1e6) / length;
}

function print(name: string, ours: number, limit: number, unit: string): void {
  const round = (x: number): number => Number(x.toPrecision(4));
  console.log(
    JSON.stringify({ name, ours: round(ours), limit: round(limit), unit, ratio: round(ours / limit) }),
  );
}
