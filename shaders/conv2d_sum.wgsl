// The second half of a convolution's parameter gradients: out += Σ partials (spans, length), in a fixed order.
// consts: THREADS.

@group(0) @binding(0) var<storage, read> partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

struct Sizes {
  spans: u32,
  length: u32,
}

@group(0) @binding(2) var<uniform> sizes: Sizes;

@compute @workgroup_size(THREADS)
fn convolution_sum(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let at = id.y * groups.x * THREADS + id.x;
  if at >= sizes.length { return; }
  var sum = 0.0;
  for (var span = 0u; span < sizes.spans; span++) { sum += partials[span * sizes.length + at]; }
  out[at] += sum;
}
