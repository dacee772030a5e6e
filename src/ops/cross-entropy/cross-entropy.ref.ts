// The specification of softmax cross-entropy: loss and gradient together, and the sums over its rows.
import type { Reals } from '../reals';

/**
 * A row has gradient = weight·(softmax − onehot(label)), rowStats[row] = weight·loss, and rowStats[rows + row] =
 * weight if the largest logit is the label's (ties: the lowest class). Weight 0 writes exact zeros.
 */
export function crossEntropyReference(
  logits: Reals, // (rows, classes)
  labels: Uint32Array, // (rows)
  weights: Reals, // (rows)
  gradient: Reals, // (rows, classes)
  rowStats: Reals, // (2, rows)
  rows: number,
  classes: number,
): void {
  for (let i = 0; i < rows; i++) {
    const first = i * classes;
    const weight = weights[i];
    if (weight === 0) {
      gradient.fill(0, first, first + classes);
      rowStats[i] = rowStats[rows + i] = 0;
      continue;
    }
    let best = first;
    for (let j = first; j < first + classes; j++) if (logits[j] > logits[best]) best = j;
    const top = logits[best];
    let total = 0;
    for (let j = first; j < first + classes; j++) total += Math.exp(logits[j] - top);
    const label = first + labels[i];
    for (let j = first; j < first + classes; j++)
      gradient[j] = weight * (Math.exp(logits[j] - top) / total - (j === label ? 1 : 0));
    rowStats[i] = weight * (top + Math.log(total) - logits[label]);
    rowStats[rows + i] = best === label ? weight : 0;
  }
}

/** sums (2) += Σ over rows of rowStats (2, rows). */
export function lossSumReference(rowStats: Reals, sums: Reals, rows: number): void {
  let loss = 0;
  let correct = 0;
  for (let i = 0; i < rows; i++) {
    loss += rowStats[i];
    correct += rowStats[rows + i];
  }
  sums[0] += loss;
  sums[1] += correct;
}
