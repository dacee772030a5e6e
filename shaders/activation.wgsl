// y = f(x), and dx = dy · f′. One thread per element, in a 2-D grid where 65,535 workgroups are too few.
// GELU is the tanh approximation (Hendrycks & Gimpel 2016). Its backward reads x; those of relu and tanh read y.
// consts: THREADS, ACTIVATION 1 relu, 2 tanh, 3 gelu. alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> x: array<Real>;
@group(0) @binding(1) var<storage, read_write> y: array<Real>;
@group(0) @binding(2) var<storage, read> dy: array<Real>; // backward only

override LENGTH: u32;

const SQRT_2_OVER_PI = 0.7978845608028654;
const GELU_CUBIC = 0.044715;

// exp of a negative number only: WGSL's own tanh may overflow past |x| ≈ 88. Near 0 it is Cephes' tanhf (Moshier 1992),
// because 1 − t loses all bits of a small x.
fn safe_tanh(value: f32) -> f32 {
  let t = exp(-2 * abs(value));
  let s = value * value;
  let near = ((((-0.00570498872745 * s + 0.0206390887954) * s - 0.0537397155531) * s + 0.133314422036) * s - 0.333332819422) * s;
  return select(sign(value) * (1 - t) / (1 + t), value + value * near, abs(value) < 0.625);
}

fn index_of(id: vec3u, groups: vec3u) -> u32 {
  return id.y * groups.x * THREADS + id.x;
}

@compute @workgroup_size(THREADS)
fn activation_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = index_of(id, groups);
  if i >= LENGTH { return; }
  let v = f32(x[i]);
  switch ACTIVATION {
    // Not max: it may turn NaN into 0 and hide a divergence.
    case 1u: { y[i] = Real(select(v, 0.0, v <= 0)); }
    case 2u: { y[i] = Real(safe_tanh(v)); }
    default: { y[i] = Real(0.5 * v * (1 + safe_tanh(SQRT_2_OVER_PI * (v + GELU_CUBIC * v * v * v)))); }
  }
}

// Here x is the value that the forward pass saved, and y is dx.
@compute @workgroup_size(THREADS)
fn activation_backward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = index_of(id, groups);
  if i >= LENGTH { return; }
  let v = f32(x[i]);
  let upstream = f32(dy[i]);
  switch ACTIVATION {
    case 1u: { y[i] = Real(select(0.0, upstream, v > 0)); }
    case 2u: { y[i] = Real(upstream * (1 - v * v)); }
    default: {
      // For huge v the cubic would overflow in v³. Past ±10 GELU is 0 or x to the last bit.
      let w = clamp(v, -10.0, 10.0);
      let t = safe_tanh(SQRT_2_OVER_PI * (w + GELU_CUBIC * w * w * w));
      let inner = SQRT_2_OVER_PI * (1 + 3 * GELU_CUBIC * w * w);
      y[i] = Real(upstream * (0.5 * (1 + t) + 0.5 * w * (1 - t * t) * inner));
    }
  }
}
