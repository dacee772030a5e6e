// The ops that reduce over rows or columns: cross-entropy with its sums, and the bias gradient.
import { describe, expect, test } from 'vitest';
import { prng } from '../base/prng';
import { amountLoss } from './amount-loss/amount-loss';
import { amountLosses, amountLossReference } from './amount-loss/amount-loss.ref';
import { columnSum } from './column-sum/column-sum';
import { columnSumReference } from './column-sum/column-sum.ref';
import { crossEntropy, lossSum } from './cross-entropy/cross-entropy';
import { crossEntropyReference, lossSumReference } from './cross-entropy/cross-entropy.ref';
import { randomReals } from './testing/random-reals';
import { runLowered, sharedContext } from './testing/run-on-gpu';
import { targetForTests } from './testing/target';
import { largestDifference, tolerance } from './tolerance';

const context = await sharedContext();

test.each([
  [1, 1],
  [7, 10],
  [64, 65],
  [65, 64],
  [300, 33],
])('column sum of %i × %i', async (rows, columns) => {
  const x = randomReals(rows * columns, 'column-sum', rows, columns);
  const out = randomReals(columns, 'before', columns);
  const expected = Float64Array.from(out);
  columnSumReference(Float64Array.from(x), expected, rows, columns);
  const lowered = columnSum({ x: 'x', out: 'out', rows, columns }).lower(targetForTests);
  const got = await runLowered(context, lowered, { x, out }, ['out']);
  const difference = largestDifference(got.out, expected);
  const allowed = tolerance('f32', rows);
  console.info(`column-sum ${rows}×${columns}: ${difference} (allowed ${allowed})`);
  expect(difference).toBeLessThanOrEqual(allowed);
});

describe('cross-entropy', () => {
  const target = { ...targetForTests, maxWorkgroups: 20 };
  test.each([
    [1, 2],
    [50, 10],
    [70, 65],
    [400, 7],
    [33, 1000],
  ])('%i rows × %i classes', async (rows, classes) => {
    const random = prng('cross-entropy labels', rows, classes);
    const logits = randomReals(rows * classes, 'logits', rows, classes).map((value) => 5 * value);
    const labels = Uint32Array.from({ length: rows }, () => random.below(classes));
    // In some rows the label's logit is the largest, alone or tied with another class: then the lower one counts.
    for (let row = 0; row < rows; row += 3) {
      logits[row * classes + labels[row]] = 20;
      if (row % 2 === 0) logits[row * classes + random.below(classes)] = 20;
    }
    const weights = Float32Array.from({ length: rows }, (_, row) => (row % 5 === 4 ? 0 : 1));
    const firstLabel = 3;
    const firstWeight = firstLabel + rows + 2;
    const targets = new Uint32Array(firstWeight + rows).fill(77);
    targets.set(labels, firstLabel);
    new Float32Array(targets.buffer).set(weights, firstWeight);
    const gradient = new Float64Array(rows * classes);
    const rowStats = new Float64Array(2 * rows);
    const sums = Float64Array.of(1, 2);
    const exact = Float64Array.from(logits);
    crossEntropyReference(exact, labels, Float64Array.from(weights), gradient, rowStats, rows, classes);
    lossSumReference(rowStats, sums, rows);

    const shared = { rowStats: 'rowStats', rows };
    const loss = crossEntropy({
      logits: 'logits',
      targets: 'targets',
      firstLabel,
      firstWeight,
      gradient: 'gradient',
      ...shared,
      classes,
    }).lower(target);
    const sum = lossSum({ sums: 'sums', ...shared }).lower(target);
    const got = await runLowered(
      context,
      { calls: [...loss.calls, ...sum.calls], scratch: 0 },
      {
        logits,
        targets,
        gradient: new Float32Array(rows * classes).fill(NaN),
        rowStats: new Float32Array(2 * rows).fill(NaN),
        sums: Float32Array.of(1, 2),
      },
      ['gradient', 'rowStats', 'sums'],
    );
    const byGradient = largestDifference(got.gradient, gradient);
    const byLoss = largestDifference(got.rowStats, rowStats);
    console.info(`cross-entropy ${rows}×${classes}: gradient ${byGradient}, loss ${byLoss}`);
    expect(byGradient).toBeLessThanOrEqual(tolerance('f32', 16));
    expect(byLoss).toBeLessThanOrEqual(tolerance('f32', classes, 1));
    expect(Math.abs(got.sums[0] - sums[0])).toBeLessThanOrEqual(tolerance('f32', rows, 20));
    expect(got.sums[1]).toBe(sums[1]);
    for (let row = 4; row < rows; row += 5)
      expect(got.gradient.subarray(row * classes, (row + 1) * classes).every((value) => value === 0)).toBe(
        true,
      );
  });
});

test.each(['squared', 'huber'] as const)(
  '%s loss of amounts, some far off, some of padding',
  async (loss) => {
    const rows = 131;
    const firstTarget = 3;
    const outputs = randomReals(rows, 'outputs').map((value) => 2 * value);
    [outputs[1], outputs[4]] = [-40, NaN]; // row 4 is padding
    const wanted = randomReals(rows, 'amounts');
    const weights = Float32Array.from({ length: rows }, (_, row) => (row % 5 === 4 ? 0 : 1));
    const targets = new Uint32Array(firstTarget + 2 * rows).fill(77);
    const floats = new Float32Array(targets.buffer);
    floats.set(wanted, firstTarget);
    floats.set(weights, firstTarget + rows);
    const gradient = new Float64Array(rows);
    const rowStats = new Float64Array(2 * rows);
    const exact = [outputs, wanted, weights].map((values) => Float64Array.from(values));
    amountLossReference(exact[0], exact[1], exact[2], gradient, rowStats, rows, amountLosses[loss]);

    const names = { outputs: 'outputs', targets: 'targets', gradient: 'gradient', rowStats: 'rowStats' };
    const lowered = amountLoss({ ...names, loss, firstTarget, rows }).lower({
      ...targetForTests,
      maxWorkgroups: 2,
    });
    const unwritten = {
      gradient: new Float32Array(rows).fill(NaN),
      rowStats: new Float32Array(2 * rows).fill(NaN),
    };
    const given = { outputs, targets, ...unwritten };
    const got = await runLowered(context, lowered, given, ['gradient', 'rowStats']);
    expect(largestDifference(got.gradient, gradient)).toBeLessThanOrEqual(tolerance('f32', 1, 80));
    expect(largestDifference(got.rowStats, rowStats)).toBeLessThanOrEqual(tolerance('f32', 1, 1700));
    for (let row = 4; row < rows; row += 5) expect([got.gradient[row], got.rowStats[row]]).toEqual([0, 0]);
  },
);
