// y = LENGTH elements of x, from FROM on, written from TO on. In vectors of four where all three are multiples of four.
// consts: THREADS. alias Wide: f32, f16, vec4f or vec4h. All overrides count in units of Wide.

@group(0) @binding(0) var<storage, read> x: array<Wide>;
@group(0) @binding(1) var<storage, read_write> y: array<Wide>;

override LENGTH: u32;
override FROM: u32;
override TO: u32;

@compute @workgroup_size(THREADS)
fn copy_part(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * THREADS + id.x;
  if i < LENGTH { y[TO + i] = x[FROM + i]; }
}
