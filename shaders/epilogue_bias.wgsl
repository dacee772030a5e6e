// Matmul epilogue: activation(value + bias). `column` counts in units of Wide.
// consts: BIAS (its binding), ACTIVATION 0 none, 1 relu, 2 tanh. GELU is not here: its backward needs the value before it.

@group(0) @binding(BIAS) var<storage, read> bias: array<Wide>;

fn epilogue(value: Wide, column: u32) -> Wide {
  let z = value + bias[column];
  switch ACTIVATION {
    // Not max: it may turn NaN into 0 and hide a divergence.
    case 1u: { return select(z, Wide(0), z <= Wide(0)); }
    case 2u: {
      // exp of a negative number only: no overflow, whatever |z|.
      let t = exp(-2 * abs(z));
      return sign(z) * (1 - t) / (1 + t);
    }
    default: { return z; }
  }
}
