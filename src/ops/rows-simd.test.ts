// Kernels of the SIMD engine that work row by row or element by element, against their references in f64: ragged widths,
// several threads (run-on-simd.ts). Tolerances are those of the WebGPU kernels.
import { expect, test } from 'vitest';
import { compareOnSimd, runOnSimd, type SimdOperand } from '../model/testing/run-on-simd';
import { toHalfs } from '../base/float16';
import { prng } from '../base/prng';
import { activationBackwardCall, activationForwardCall } from './activation/activation';
import { addTo } from './add/add';
import { amountLoss } from './amount-loss/amount-loss';
import { attention, attentionGradient } from './attention/attention';
import { attentionForward } from './attention/attention.ref';
import { columnSum } from './column-sum/column-sum';
import { crossEntropy, lossSum } from './cross-entropy/cross-entropy';
import { dropout } from './dropout/dropout';
import { embeddingForward, positionGradient, tokenGradient } from './embedding/embedding';
import { layerNorm, layerNormBackward, layerNormParameterBackward } from './layer-norm/layer-norm';
import type { OpCall } from './op-call';
import { putRows, takeRows } from './rows/rows';
import { randomReals } from './testing/random-reals';
import { tokenOrderOf } from './testing/embedding-order';
import { tolerance } from './tolerance';

const reals = (name: string, length: number, scale = 1, shift = 0): SimdOperand => ({
  values: randomReals(length, 'rows-simd', name).map((value) => scale * value + shift),
});
const zeros = (length: number): SimdOperand => ({ values: new Float32Array(length) });

function expectClose(
  call: OpCall,
  tensors: Record<string, SimdOperand>,
  length: number,
  magnitude = 1,
): void {
  const allowed = tolerance('f32', length, magnitude);
  for (const [name, difference] of Object.entries(compareOnSimd(call, tensors)))
    expect(difference, `${call.op}: ${name}, allowed ${allowed}`).toBeLessThanOrEqual(allowed);
}

test.each(['relu', 'tanh', 'gelu'] as const)('%s and its slope, also far from 0', (activation) => {
  const check = (x: SimdOperand, largest: number): void => {
    const { length } = x.values;
    const forward = activationForwardCall({ activation, x: 'x', y: 'y', length });
    expectClose(forward, { x, y: zeros(length) }, 1, largest);
    // tanh saves its result, which is at most 1.
    const saved = activation === 'tanh' ? { values: x.values.map(Math.tanh) } : x;
    const backward = activationBackwardCall({ activation, saved: 'x', dy: 'dy', dx: 'dx', length });
    expectClose(backward, { x: saved, dy: reals('dy', length), dx: zeros(length) }, 1, 4);
  };
  for (const length of [1, 6, 64, 101]) check(reals(activation, length), 4);
  check({ values: Float32Array.of(-120, 120, 0, 1e-6, -30, 30, -9, 9) }, 120);
});

test('tanh of small numbers is right to their last bits', () => {
  const length = 280;
  const values = Float32Array.from({ length }, (_, i) => (-1) ** i * 10 ** (i / 9 - 30));
  const forward = activationForwardCall({ activation: 'tanh', x: 'x', y: 'y', length });
  const y = runOnSimd(forward, { x: { values }, y: zeros(length) }).y;
  const relative = Array.from(values, (x, i) => Math.abs(y[i] / Math.tanh(x) - 1));
  expect(Math.max(...relative)).toBeLessThan(4 * 2 ** -24);
});

test('rows as a tensor of their own, and back into their place', () => {
  for (const [at, length] of [
    [0, 12],
    [8, 4],
    [5, 7],
  ]) {
    const rows = { whole: 'whole', at, part: 'part', length };
    expectClose(takeRows(rows), { whole: reals('whole', 12), part: zeros(length) }, 1, 0);
    expectClose(putRows(rows), { whole: reals('whole', 12), part: reals('part', length) }, 1, 0);
  }
});

test('sums: of two tensors, and of columns', () => {
  for (const length of [1, 5, 64]) {
    const tensors = { x: reals('x', length), sum: reals('sum', length) };
    expectClose(addTo({ x: 'x', sum: 'sum', length }), tensors, 1, 4);
  }
  for (const [rows, columns] of [
    [1, 1],
    [3, 7],
    [200, 10],
    [131, 64],
  ]) {
    const tensors = { x: reals('x', rows * columns), out: reals('out', columns) };
    expectClose(columnSum({ x: 'x', out: 'out', rows, columns }), tensors, rows);
  }
});

test.each([
  [5, 4],
  [7, 12],
  [9, 33],
  [130, 7],
  [3, 1],
])('layer norm of %i rows × %i, means of 0 and of 100', (rows, channels) => {
  for (const mean of [0, 100]) {
    const x = reals(`x${mean}`, rows * channels, 1, mean);
    const shape = { x: 'x', rows, channels };
    const scale = reals('scale', channels);
    // Rounding at a mean of 100 costs 7 bits of the normal values.
    const magnitude = mean === 0 ? 4 : 100;
    const dy = reals('dy', rows * channels);
    const forward = { x, scale, offset: reals('offset', channels), y: zeros(rows * channels) };
    expectClose(
      layerNorm({ ...shape, scale: 'scale', offset: 'offset', y: 'y' }),
      forward,
      channels,
      magnitude,
    );
    const backward = { x, scale, dy, dx: zeros(rows * channels) };
    expectClose(
      layerNormBackward({ ...shape, scale: 'scale', dy: 'dy', dx: 'dx' }),
      backward,
      channels,
      2 * magnitude,
    );
    const sums = { x, dy, dScale: reals('dScale', channels), dOffset: reals('dOffset', channels) };
    expectClose(
      layerNormParameterBackward({ ...shape, dy: 'dy', dScale: 'dScale', dOffset: 'dOffset' }),
      sums,
      rows,
      magnitude,
    );
  }
});

test.each([
  [4, 2],
  [6, 10],
  [33, 65],
  [3, 301],
])('cross-entropy of %i rows × %i classes, and the sum of its losses', (rows, classes) => {
  const { below } = prng(`cross-entropy ${rows}`);
  const firstLabel = 3;
  const firstWeight = firstLabel + rows + 2;
  const targets = new Uint32Array(firstWeight + rows);
  const weights = new Float32Array(targets.buffer, 4 * firstWeight, rows);
  for (let row = 0; row < rows; row++) {
    targets[firstLabel + row] = below(classes);
    weights[row] = row % 4 === 3 ? 0 : 1;
  }
  const logits = reals('logits', rows * classes, 5);
  logits.values[0] = logits.values[1]; // a tie: the lowest class counts
  const names = { logits: 'logits', targets: 'targets', gradient: 'gradient', rowStats: 'rowStats' };
  const call = crossEntropy({ ...names, firstLabel, firstWeight, rows, classes });
  const tensors = {
    logits,
    targets: { values: targets },
    gradient: zeros(rows * classes),
    rowStats: zeros(2 * rows),
  };
  expectClose(call, tensors, 4, 16);
  const sums = { rowStats: reals('rowStats', 2 * rows), sums: reals('sums', 2) };
  expectClose(lossSum({ rowStats: 'rowStats', sums: 'sums', rows }), sums, rows);
});

test.each([1, 3, 8, 101])('losses of %i amounts, some far off, some of padding', (rows) => {
  const firstTarget = 3;
  const targets = new Uint32Array(firstTarget + 2 * rows);
  const floats = new Float32Array(targets.buffer);
  floats.set(reals('amounts', rows).values, firstTarget);
  floats.set(
    Float32Array.from({ length: rows }, (_, row) => (row % 4 === 3 ? 0 : 1)),
    firstTarget + rows,
  );
  const outputs = reals('outputs', rows, 2);
  if (rows > 4) [outputs.values[1], outputs.values[3]] = [-40, NaN]; // row 3 is padding
  for (const loss of ['squared', 'huber'] as const) {
    const call = amountLoss({
      loss,
      outputs: 'outputs',
      targets: 'targets',
      firstTarget,
      gradient: 'gradient',
      rowStats: 'rowStats',
      rows,
    });
    const tensors = {
      outputs,
      targets: { values: targets },
      gradient: zeros(rows),
      rowStats: zeros(2 * rows),
    };
    expectClose(call, tensors, 1, 1700);
    const { gradient, rowStats } = runOnSimd(call, tensors);
    if (rows > 4) expect([gradient[3], rowStats[3], rowStats[rows + 3]]).toEqual([0, 0, 0]);
  }
});

test.each([
  { batch: 3, context: 5, channels: 8, vocabulary: 11 },
  { batch: 2, context: 7, channels: 6, vocabulary: 3 },
  { batch: 1, context: 1, channels: 1, vocabulary: 1 },
])('embedding $batch × $context × $channels of $vocabulary tokens', (sizes) => {
  const { batch, context, channels, vocabulary } = sizes;
  const { below } = prng(`embedding ${vocabulary}`);
  const inputs = Float32Array.from({ length: batch * context }, () => below(vocabulary));
  const dy = reals('dy', batch * context * channels);
  const tokens = reals('tokens', vocabulary * channels);
  const positions = reals('positions', context * channels);
  expectClose(
    embeddingForward({ ...sizes, inputs: 'inputs', tokens: 'tokens', positions: 'positions', y: 'y' }),
    { inputs: { values: inputs }, tokens, positions, y: zeros(batch * context * channels) },
    1,
    4,
  );
  const inHalves = ({ values }: SimdOperand): SimdOperand => ({ values: toHalfs(values as Float32Array) });
  const tables = { tokens: inHalves(tokens), positions: inHalves(positions) };
  expectClose(
    embeddingForward({
      ...sizes,
      inputs: 'inputs',
      tokens: 'tokens',
      positions: 'positions',
      storage: 'half',
      y: 'y',
    }),
    { inputs: { values: inputs }, ...tables, y: zeros(batch * context * channels) },
    1,
    4,
  );
  const order = { values: tokenOrderOf(inputs, vocabulary) };
  expectClose(tokenGradient({ ...sizes, dy: 'dy', order: 'order', out: 'out' }), { dy, order, out: tokens }, batch * context); // prettier-ignore
  expectClose(positionGradient({ ...sizes, dy: 'dy', out: 'out' }), { dy, out: positions }, batch);
});

test.each([1, 4, 7, 66])('dropout of examples of %i elements; key 0 keeps all', (length) => {
  const batch = 3;
  const keys = Uint32Array.of(7, 0, 0xfedc_ba98);
  const shape = { x: 'x', y: 'y', keys: 'keys', batch, length, rate: 0.3, stream: 0x9abc_def0 };
  const tensors = { x: reals('x', batch * length), keys: { values: keys }, y: zeros(batch * length) };
  expectClose(dropout(shape), tensors, 1);
});

test.each([
  { batch: 2, context: 8, heads: 2, size: 8 },
  { batch: 1, context: 37, heads: 3, size: 4 },
  { batch: 2, context: 65, heads: 1, size: 12 },
  { batch: 1, context: 1, heads: 1, size: 16 },
])('attention $batch × $context × $heads × $size', (sizes) => {
  const { batch, context, heads, size } = sizes;
  const length = batch * context * heads * size;
  const qkv = reals('qkv', 3 * length, 2);
  const [out, logSums] = [new Float64Array(length), new Float64Array(batch * heads * context)];
  attentionForward(Float64Array.from(qkv.values), out, logSums, sizes);
  const names = { ...sizes, qkv: 'qkv', out: 'out', logSums: 'logSums' };
  const forward = { qkv, out: zeros(length), logSums: zeros(logSums.length) };
  expectClose(attention(names), forward, context, 8);
  const backward = {
    qkv,
    out: { values: Float32Array.from(out) },
    logSums: { values: Float32Array.from(logSums) },
    dOut: reals('dOut', length),
    dQkv: zeros(3 * length),
  };
  expectClose(attentionGradient({ ...names, dOut: 'dOut', dQkv: 'dQkv' }), backward, context + size, 32);
});
