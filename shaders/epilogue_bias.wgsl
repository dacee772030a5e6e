// Matmul epilogue: activation(value + bias). `column` and `at` (the element of C) count in units of Wide.
// aliases: Wide (vec4f or f32), WideBias (the same in the bias's storage).
// consts: BIAS (its binding).  sizes.activation: 0 none, 1 relu, 2 tanh. GELU: epilogue_gelu.wgsl.

@group(0) @binding(BIAS) var<storage, read> bias: array<WideBias>;

fn epilogue(value: Wide, column: u32, at: u32) -> Wide {
  let z = value + Wide(bias[column]);
  switch sizes.activation {
    // Not max: it may turn NaN into 0 and hide a divergence.
    case 1u: { return select(z, Wide(0), z <= Wide(0)); }
    case 2u: {
      // The formula of activation.wgsl.
      let t = exp(-2 * abs(z));
      let s = z * z;
      let near = ((((-0.00570498872745 * s + 0.0206390887954) * s - 0.0537397155531) * s + 0.133314422036) * s - 0.333332819422) * s;
      return select(sign(z) * (1 - t) / (1 + t), z + z * near, abs(z) < Wide(0.625));
    }
    default: { return z; }
  }
}
