// What a plan is made of: calls of ops on named tensors, the same for both backends. The x.ref.ts files say what
// each computes; the x.ts files lower each to kernels. Parameter gradients accumulate (+=), activation gradients
// assign (=).

/** A tensor's name in its plan. */
export type Tensor = string;

export type PointwiseActivation = 'relu' | 'tanh' | 'gelu';

/** Which operand is read transposed. nn: A (M, K), B (K, N). nt: B (N, K). tn: A (K, M). */
export type MatmulLayout = 'nn' | 'nt' | 'tn';

/** Fused after the product. GELU is never fused: its backward needs the value before it. */
export interface BiasEpilogue {
  readonly bias: Tensor; // (N)
  readonly activation: 'none' | 'relu' | 'tanh';
}

export type MatmulCall = {
  readonly op: 'matmul';
  readonly layout: MatmulLayout;
  readonly a: Tensor;
  readonly b: Tensor;
  readonly out: Tensor; // (M, N)
  readonly m: number;
  readonly n: number;
  readonly k: number;
  /** out += for parameter gradients. Never with an epilogue. */
  readonly accumulate: boolean;
  readonly epilogue?: BiasEpilogue;
};

/** out (columns) += column sums of x (rows, columns). */
export type ColumnSumCall = {
  readonly op: 'column-sum';
  readonly x: Tensor;
  readonly out: Tensor;
  readonly rows: number;
  readonly columns: number;
};

/** y = f(x), both (length). */
export type ActivationForwardCall = {
  readonly op: 'activation-forward';
  readonly activation: PointwiseActivation;
  readonly x: Tensor;
  readonly y: Tensor;
  readonly length: number;
};

/** gradient = gradient · f′, in place. `saved` is y for relu and tanh, x for gelu. */
export type ActivationBackwardCall = {
  readonly op: 'activation-backward';
  readonly activation: PointwiseActivation;
  readonly saved: Tensor;
  readonly gradient: Tensor;
  readonly length: number;
};

/** Loss and gradient of weight · cross-entropy(softmax(logits), label), per row. */
export type CrossEntropyCall = {
  readonly op: 'cross-entropy';
  readonly logits: Tensor; // (rows, classes)
  /** (2, rows): the labels as u32, then the weights' bits. */
  readonly targets: Tensor;
  readonly gradient: Tensor; // (rows, classes)
  readonly rowStats: Tensor; // (2, rows): loss, correct
  readonly rows: number;
  readonly classes: number;
};

/** sums (2) += Σ over rows of rowStats: loss, correct. */
export type LossSumCall = {
  readonly op: 'loss-sum';
  readonly rowStats: Tensor;
  readonly sums: Tensor;
  readonly rows: number;
};

export type OpCall =
  | MatmulCall
  | ColumnSumCall
  | ActivationForwardCall
  | ActivationBackwardCall
  | CrossEntropyCall
  | LossSumCall;
