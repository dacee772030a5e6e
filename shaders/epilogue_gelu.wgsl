// Matmul epilogue: gelu(value + bias). The value before GELU is stored too, because the backward pass needs it. So a
// kernel binds five storage buffers; in compatibility mode, which has four, GELU is a launch of its own.
// GELU is the tanh approximation, as in activation.wgsl.
// aliases: Wide (vec4f or f32), WideBias, WideBefore (the same in their storage).  consts: BIAS, BEFORE (bindings).

@group(0) @binding(BIAS) var<storage, read> bias: array<WideBias>;
@group(0) @binding(BEFORE) var<storage, read_write> before: array<WideBefore>;

fn epilogue(value: Wide, column: u32, at: u32) -> Wide {
  let z = value + Wide(bias[column]);
  before[at] = WideBefore(z);
  let inner = 0.7978845608028654 * (z + 0.044715 * z * z * z);
  // exp of a negative number only: it never overflows.
  let t = exp(-2 * abs(inner));
  return 0.5 * z * (1 + sign(inner) * (1 - t) / (1 + t));
}
