// Cuts the loss into pieces of rows, so that the logits of a whole micro-batch never exist at once: with GPT-2's vocabulary
// 512 tokens have 103 MB of them, and their gradient as many. A piece takes its rows of the last layer's input, computes
// their logits, loss and gradient, and puts dL/dx into its place. Only where the last layer is frozen: the gradient of its
// weight would need the rows of all pieces. A pass over the finished calls, which no layer need know of.
import type { OpCall, Tensor } from '../../ops/op-call';
import { putRows, takeRows } from '../../ops/rows/rows';
import type { PlanBuilder } from './plan-builder';

/** The most bytes of a piece’s logits in f32. 128 tokens of GPT-2's vocabulary have 26 MB: enough rows for the products of
 *  the last layer to be as fast as with all of them. */
const defaultLogitsBytes = 2 ** 25;

/** Some loss terms. The calls [from, end) of the plan's forward list are its own, in three parts. Pieces follow each other
 *  without gaps, and what comes before the last layer belongs to the first. */
export interface LossPiece {
  readonly rows: number;
  readonly logits: Tensor; // (rows, classes)
  readonly from: number;
  /** The calls before this one make the logits. */
  readonly logitsEnd: number;
  /** The calls before this one make the loss and the gradient of the logits. Only training needs what comes after them. */
  readonly lossEnd: number;
  readonly end: number;
}

export interface LossRows {
  /** A suffix of the names of its tensors. */
  readonly copy: string;
  readonly firstRow: number;
  readonly rows: number;
  readonly logits: Tensor; // (rows, classes)
  readonly gradient: Tensor; // (rows, classes)
}

interface Head {
  /** The calls before the loss, and those after it. */
  readonly forward: readonly OpCall[];
  readonly backward: readonly OpCall[];
  readonly logits: Tensor; // (rows, classes)
  readonly gradient: Tensor; // (rows, classes)
  readonly rows: number;
  readonly classes: number;
  readonly lossCalls: (rows: LossRows) => readonly OpCall[];
}

interface WithLoss {
  readonly forward: readonly OpCall[];
  readonly backward: readonly OpCall[];
  readonly pieces: readonly LossPiece[];
}

/** `logitsBytes` is the most that a piece has. */
export function withLoss(head: Head, builder: PlanBuilder, logitsBytes = defaultLogitsBytes): WithLoss {
  const { forward, backward, logits, gradient, rows, classes, lossCalls } = head;
  const count = Math.ceil((4 * rows * classes) / logitsBytes);
  return (
    (count > 1 ? inPieces(head, builder, Math.ceil(rows / count)) : undefined) ?? {
      ...joined([
        {
          rows,
          logits,
          toLogits: forward,
          toLoss: lossCalls({ copy: '', firstRow: 0, rows, logits, gradient }),
          toInput: [],
        },
      ]),
      backward,
    }
  );
}

/** Undefined where the last layer is trained, or is not the product of its rows with a matrix. */
function inPieces(head: Head, builder: PlanBuilder, rowsOfPiece: number): WithLoss | undefined {
  const { forward, backward, gradient, rows, classes, lossCalls } = head;
  const product = forward.at(-1)!;
  const users = backward.filter(({ reads, updates }) => [...reads, ...updates].includes(gradient));
  const [toInput] = users;
  const isProduct = product.forRows && product.writes.length === 1 && product.writes[0] === head.logits;
  if (!isProduct || users.length !== 1 || !toInput.forRows) return undefined;
  const [[x], [dx]] = [product.reads, toInput.writes];
  const inputs = builder.tensors.find(({ name }) => name === x)!.length / rows;
  const parts = Array.from({ length: Math.ceil(rows / rowsOfPiece) }, (_, index): Part => {
    const copy = ` ${index}`;
    const firstRow = index * rowsOfPiece;
    const count = Math.min(rowsOfPiece, rows - firstRow);
    const some = (name: Tensor, width: number): Tensor => builder.activation(`${name}${copy}`, count * width);
    const [partOfX, partOfDx] = [some(x, inputs), some(dx, inputs)];
    const [logits, partOfGradient] = [some('logits', classes), some(gradient, classes)];
    const [at, length] = [firstRow * inputs, count * inputs];
    return {
      rows: count,
      logits,
      toLogits: [
        ...(index === 0 ? forward.slice(0, -1) : []),
        takeRows({ whole: x, at, part: partOfX, length }),
        product.forRows!({ rows: count, x: partOfX, y: logits }),
      ],
      toLoss: lossCalls({ copy, firstRow, rows: count, logits, gradient: partOfGradient }),
      toInput: [
        toInput.forRows!({ rows: count, x: partOfGradient, y: partOfDx }),
        putRows({ whole: dx, at, part: partOfDx, length }),
      ],
    };
  });
  return { ...joined(parts), backward: backward.filter((call) => call !== toInput) };
}

interface Part {
  readonly rows: number;
  readonly logits: Tensor;
  readonly toLogits: readonly OpCall[];
  readonly toLoss: readonly OpCall[];
  readonly toInput: readonly OpCall[];
}

function joined(parts: readonly Part[]): Pick<WithLoss, 'forward' | 'pieces'> {
  const forward: OpCall[] = [];
  const pieces = parts.map(({ rows, logits, toLogits, toLoss, toInput }): LossPiece => {
    const from = forward.length;
    const logitsEnd = from + toLogits.length;
    const lossEnd = logitsEnd + toLoss.length;
    forward.push(...toLogits, ...toLoss, ...toInput);
    return { rows, logits, from, logitsEnd, lossEnd, end: forward.length };
  });
  return { forward, pieces };
}
