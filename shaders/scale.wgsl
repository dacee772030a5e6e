// x *= FACTOR, elementwise. In vectors of four where the length allows it.
// consts: THREADS. alias Real: f32 or f16; Wide: Real or a vector of four of them. LENGTH counts in units of Wide.

@group(0) @binding(0) var<storage, read_write> x: array<Wide>;

override LENGTH: u32;
override FACTOR: f32;

@compute @workgroup_size(THREADS)
fn scale(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * THREADS + id.x;
  if i < LENGTH { x[i] *= Real(FACTOR); }
}
