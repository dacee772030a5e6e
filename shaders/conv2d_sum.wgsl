// The second half of a convolution's parameter gradients: out += Σ partials (spans, length). A workgroup owns ACROSS
// elements. Its thread (x, y) adds the spans y, y + DOWN, …; then the first row of threads adds the others' sums in
// order. So the order of all additions is fixed.
// consts: ACROSS, DOWN.

@group(0) @binding(0) var<storage, read> partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

struct Sizes {
  spans: u32,
  length: u32,
}

@group(0) @binding(2) var<uniform> sizes: Sizes;

var<workgroup> sums: array<f32, ACROSS * DOWN>; // (DOWN, ACROSS)

@compute @workgroup_size(ACROSS, DOWN)
fn convolution_sum(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) thread: vec3u,
) {
  let at = (group.y * groups.x + group.x) * ACROSS + thread.x;
  var sum = 0.0;
  if at < sizes.length {
    for (var span = thread.y; span < sizes.spans; span += DOWN) { sum += partials[span * sizes.length + at]; }
  }
  sums[thread.y * ACROSS + thread.x] = sum;
  workgroupBarrier();
  if thread.y > 0 || at >= sizes.length { return; }
  for (var y = 1u; y < DOWN; y++) { sum += sums[y * ACROSS + thread.x]; }
  out[at] += sum;
}
