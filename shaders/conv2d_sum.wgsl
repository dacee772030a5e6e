// The second half of a convolution's weight gradient: out += Σ partials (SPANS, LENGTH), in a fixed order.
// consts: THREADS.

@group(0) @binding(0) var<storage, read> partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

override SPANS: u32;
override LENGTH: u32;

@compute @workgroup_size(THREADS)
fn convolution_sum(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let at = id.y * groups.x * THREADS + id.x;
  if at >= LENGTH { return; }
  var sum = 0.0;
  for (var span = 0u; span < SPANS; span++) { sum += partials[span * LENGTH + at]; }
  out[at] += sum;
}
