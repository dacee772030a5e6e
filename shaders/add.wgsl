// sum += x, elementwise, for residual streams and joining gradients. In vectors of four where LENGTH % 4 = 0.
// consts: THREADS. alias Wide: f32, f16, vec4f or vec4h. LENGTH counts in units of Wide.

@group(0) @binding(0) var<storage, read> x: array<Wide>;
@group(0) @binding(1) var<storage, read_write> sum: array<Wide>;

override LENGTH: u32;

@compute @workgroup_size(THREADS)
fn add(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * THREADS + id.x;
  if i < LENGTH { sum[i] += x[i]; }
}
