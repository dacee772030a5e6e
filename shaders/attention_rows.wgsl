// The values of each query for the backward of attention, (2, B, H, T): log-sum-exp, then dO·O. One thread per query.
// consts: THREADS, HEADS, HEAD4 (a head's channels, in vectors of four). alias Wide: vec4f or vec4h.

@group(0) @binding(0) var<storage, read> out: array<Wide>; // (B, T, H, D)
@group(0) @binding(1) var<storage, read> d_out: array<Wide>;
@group(0) @binding(2) var<storage, read> log_sums: array<f32>; // (B, H, T)
@group(0) @binding(3) var<storage, read_write> rows: array<f32>;

override B: u32;
override T: u32;

@compute @workgroup_size(THREADS)
fn attention_rows(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = B * HEADS * T;
  let i = id.y * groups.x * THREADS + id.x; // (B, T, H): neighbouring threads read neighbouring elements
  if i >= count { return; }
  var sum = 0.0;
  for (var d = 0u; d < HEAD4; d++) { sum += dot(vec4f(out[i * HEAD4 + d]), vec4f(d_out[i * HEAD4 + d])); }
  let bt = i / HEADS;
  let row = (bt / T * HEADS + i % HEADS) * T + bt % T;
  rows[row] = log_sums[row];
  rows[count + row] = sum;
}
