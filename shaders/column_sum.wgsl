// out (N) += column sums of x (ROWS, N): the bias gradient. Two stages in a fixed order, no atomics. First a thread
// adds one column over CHUNK rows into partials (CHUNKS, N). Then one thread per column adds its partials.
// consts: THREADS, CHUNK. alias Element: the storage of x.

@group(0) @binding(0) var<storage, read> x: array<Element>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

override ROWS: u32;
override N: u32;

@compute @workgroup_size(THREADS)
fn column_sum_partial(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  let column = id.x;
  if column >= N { return; }
  let first = group.y * CHUNK;
  let end = min(first + CHUNK, ROWS);
  var sum = 0.0;
  for (var row = first; row < end; row++) { sum += f32(x[row * N + column]); }
  out[group.y * N + column] = sum;
}

// Here x holds the partials, and ROWS is their number.
@compute @workgroup_size(THREADS)
fn column_sum_final(@builtin(global_invocation_id) id: vec3u) {
  let column = id.x;
  if column >= N { return; }
  var sum = 0.0;
  for (var row = 0u; row < ROWS; row++) { sum += f32(x[row * N + column]); }
  out[column] += sum;
}
