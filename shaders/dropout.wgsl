// y = x/(1 − rate) where kept, else 0. The mask is a pure function of (the example's key, the layer's stream,
// element), so the backward pass is the same kernel on the gradient. Key 0: y = x. One thread per four elements of an
// example. What differs from layer to layer is data, so one pipeline serves all layers.
// consts: THREADS. alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> x: array<Real>; // (B, LENGTH)
@group(0) @binding(1) var<storage, read> keys: array<u32>; // (B), then words that dropout does not read
@group(0) @binding(2) var<storage, read_write> y: array<Real>;

struct Sizes {
  batch: u32,
  length: u32,
  stream: u32, // of the layer
  threshold: u32, // rate · 2³²
  scale: f32, // 1/(1 − rate)
}

@group(0) @binding(3) var<uniform> sizes: Sizes;

// pcg4d (Jarzynski & Olano 2020).
fn random_words(seed: vec4u) -> vec4u {
  var v = seed * 1664525u + 1013904223u;
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  v ^= v >> vec4u(16);
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  return v;
}

@compute @workgroup_size(THREADS)
fn dropout(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * THREADS + id.x;
  let quads = (sizes.length + 3) / 4;
  let row = i / quads;
  if row >= sizes.batch { return; }
  let quad = i % quads;
  let key = keys[row];
  let drops = random_words(vec4u(key, sizes.stream, quad, 0)) < vec4u(sizes.threshold);
  let factor = select(sizes.scale, 1.0, key == 0);
  let first = row * sizes.length + 4 * quad;
  let count = min(sizes.length - 4 * quad, 4);
  for (var k = 0u; k < count; k++) {
    y[first + k] = Real(select(f32(x[first + k]) * factor, 0.0, drops[k] && key != 0));
  }
}
