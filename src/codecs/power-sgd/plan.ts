// Which tensors PowerSGD sends as factors, and where these lie in its two messages: first all left factors P, then the
// tensors sent as f32 (the rest); second all right factors Q. A factor is row-major, `rank` numbers a row.

/** A tensor of the flat vector. */
export interface TensorPlace {
  readonly start: number;
  readonly shape: readonly number[];
}

/** Elements `start` … of the flat vector as rows × columns ≈ P · Qᵀ. */
export interface FactoredMatrix {
  readonly start: number;
  readonly rows: number;
  readonly columns: number;
  readonly rank: number;
  readonly leftAt: number;
  readonly rightAt: number;
}

export interface PowerSgdPlan {
  readonly matrices: readonly FactoredMatrix[];
  /** Elements [start, end) of the flat vector that are sent as f32, ascending. */
  readonly rest: readonly { readonly start: number; readonly end: number }[];
  readonly leftLength: number;
  readonly rightLength: number;
  readonly restLength: number;
}

/** Factors at least halve a tensor, or it is sent as it is (as PyTorch's hook: min_compression_rate 2). */
const leastGain = 2;

export function planPowerSgd(tensors: readonly TensorPlace[], rank: number): PowerSgdPlan {
  const matrices: FactoredMatrix[] = [];
  const rest: { start: number; end: number }[] = [];
  let leftAt = 0;
  let rightAt = 0;
  for (const { start, shape } of tensors) {
    const size = shape.reduce((product, extent) => product * extent, 1);
    const [rows, columns] = splitOf(shape);
    if (size > 0 && rank * (rows + columns) * leastGain <= size) {
      matrices.push({ start, rows, columns, rank, leftAt, rightAt });
      leftAt += rank * rows;
      rightAt += rank * columns;
    } else if (size > 0) rest.push({ start, end: start + size });
  }
  const restLength = rest.reduce((sum, span) => sum + span.end - span.start, 0);
  return { matrices, rest, leftLength: leftAt, rightLength: rightAt, restLength };
}

/** Rows × columns of a tensor: the cut between two axes with the fewest factor rows, the first of equal ones. A vector is
 *  one row. */
function splitOf(shape: readonly number[]): [rows: number, columns: number] {
  const product = (axes: readonly number[]): number => axes.reduce((so, extent) => so * extent, 1);
  let best: [number, number] = [1, product(shape)];
  for (let cut = 1; cut < shape.length; cut++) {
    const [rows, columns] = [product(shape.slice(0, cut)), product(shape.slice(cut))];
    if (rows + columns < best[0] + best[1]) best = [rows, columns];
  }
  return best;
}

/** The bytes of one contribution: the left factors and the rest, then the right factors. */
export function messageBytes({ leftLength, restLength, rightLength }: PowerSgdPlan): [number, number] {
  return [4 * (leftLength + restLength), 4 * rightLength];
}
