// Matmul epilogue of a backward product: value · f′, where C is dL/dx of the layer before and x = f(z).
// aliases: Wide (vec4f or f32), WideSaved (the same in the storage of `saved`).
// consts: SAVED (its binding).  sizes.activation: 1 relu, 2 tanh (saved is f(z)), 3 gelu (saved is z).

@group(0) @binding(SAVED) var<storage, read> saved: array<WideSaved>;

fn epilogue(value: Wide, column: u32, at: u32) -> Wide {
  let v = Wide(saved[at]);
  switch sizes.activation {
    case 1u: { return select(Wide(0), value, v > Wide(0)); }
    case 2u: { return value * (1 - v * v); }
    default: {
      // The limits of activation.wgsl: the cubic would overflow. Past ±10 GELU is 0 or z to the last bit.
      let w = clamp(v, Wide(-10), Wide(10));
      let z = 0.7978845608028654 * (w + 0.044715 * w * w * w);
      let e = exp(-2 * abs(z));
      let t = sign(z) * (1 - e) / (1 + e);
      let inner = 0.7978845608028654 * (1 + 3 * 0.044715 * w * w);
      return value * (0.5 * (1 + t) + 0.5 * w * (1 - t * t) * inner);
    }
  }
}
