// A saved run's file, read by itself, and its model in plain loops: the oracle for what the playground draws.

export interface SavedWeights {
  /** The tensor by its name in the file, row-major. */
  readonly tensor: (name: string) => { readonly shape: readonly number[]; readonly values: Float32Array };
  readonly metadata: Readonly<Record<string, string>>;
}

type Header = Record<
  string,
  { readonly shape: readonly number[]; readonly data_offsets: readonly [number, number] }
>;

export function readWeights(file: Buffer): SavedWeights {
  const dataAt = 8 + Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString('utf8', 8, dataAt)) as Header & {
    readonly __metadata__: Record<string, string>;
  };
  return {
    metadata: header.__metadata__,
    tensor(name) {
      const { shape, data_offsets } = header[name];
      const [from, to] = data_offsets;
      const values = new Float32Array((to - from) / 4);
      for (let i = 0; i < values.length; i++) values[i] = file.readFloatLE(dataAt + from + 4 * i);
      return { shape, values };
    },
  };
}

/** The probability of class 1 at a point, by dense layers with tanh between them. */
export function classOneAt({ tensor }: SavedWeights, layers: number, point: readonly number[]): number {
  let x = [...point];
  for (let layer = 0; layer < layers; layer++) {
    const { shape, values } = tensor(`layers.${layer}.weight`); // (out, in)
    const bias = tensor(`layers.${layer}.bias`).values;
    const y: number[] = [];
    for (let out = 0; out < shape[0]; out++) {
      let sum = bias[out];
      for (let at = 0; at < shape[1]; at++) sum += values[out * shape[1] + at] * x[at];
      y.push(layer < layers - 1 ? Math.tanh(sum) : sum);
    }
    x = y;
  }
  return 1 / (1 + Math.exp(x[0] - x[1]));
}

/** What each head of a GPT-2's first block reads: [head][row][column]. `tokens` begin at position 0. */
export function firstAttention(
  { tensor }: SavedWeights,
  tokens: readonly number[],
  heads: number,
): number[][][] {
  const table = tensor('transformer.wte.weight');
  const positions = tensor('transformer.wpe.weight').values;
  const [scale, offset] = ['weight', 'bias'].map((part) => tensor(`transformer.h.0.ln_1.${part}`).values);
  const [weight, bias] = ['weight', 'bias'].map(
    (part) => tensor(`transformer.h.0.attn.c_attn.${part}`).values,
  );
  const width = table.shape[1];
  const size = width / heads;
  const projected = tokens.map((token, position) => {
    const x = Array.from(
      { length: width },
      (_, c) => table.values[token * width + c] + positions[position * width + c],
    );
    const mean = x.reduce((sum, value) => sum + value, 0) / width;
    const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
    const normed = x.map((value, c) => ((value - mean) / Math.sqrt(variance + 1e-5)) * scale[c] + offset[c]);
    return Array.from({ length: 2 * width }, (_, out) => {
      let sum = bias[out];
      for (let c = 0; c < width; c++) sum += normed[c] * weight[c * 3 * width + out];
      return sum; // queries, then keys
    });
  });
  return Array.from({ length: heads }, (_, head) =>
    tokens.map((_query, row) => {
      const scores = tokens.slice(0, row + 1).map((_key, column) => {
        let score = 0;
        for (let d = 0; d < size; d++)
          score += projected[row][head * size + d] * projected[column][width + head * size + d];
        return score / Math.sqrt(size);
      });
      const exponents = scores.map((score) => Math.exp(score - Math.max(...scores)));
      const total = exponents.reduce((sum, value) => sum + value, 0);
      return tokens.map((_key, column) => (column <= row ? exponents[column] / total : 0));
    }),
  );
}
