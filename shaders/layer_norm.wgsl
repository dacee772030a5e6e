// Layer norm over the last axis. The backward pass recomputes mean and rstd: a row is in the cache anyway, and a
// kernel has no fifth buffer to keep them in. The variance takes two passes, so it does not cancel.
// consts: THREADS (a power of two; they share a row), CHUNK (rows of a partial sum),
// CHUNK_LANES (lanes that share a row of a chunk: a power of two; CHUNK is a multiple of THREADS / CHUNK_LANES).
// alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> x: array<Real>; // (ROWS, C)
@group(0) @binding(1) var<storage, read> scale: array<Real>; // (C)
@group(0) @binding(2) var<storage, read> offset: array<Real>; // (C)
@group(0) @binding(3) var<storage, read_write> y: array<Real>; // (ROWS, C)

@group(0) @binding(2) var<storage, read> dy: array<Real>;
@group(0) @binding(3) var<storage, read_write> dx: array<Real>;

@group(0) @binding(1) var<storage, read> dy_of_parameters: array<Real>;
@group(0) @binding(2) var<storage, read_write> partials: array<f32>; // (CHUNKS, 2, C): scale, offset

@group(0) @binding(0) var<storage, read> all_partials: array<f32>;
@group(0) @binding(1) var<storage, read_write> scale_gradient: array<f32>; // (C)
@group(0) @binding(2) var<storage, read_write> offset_gradient: array<f32>; // (C)

override ROWS: u32;
override C: u32;
override CHUNKS: u32 = 1;

const EPSILON = 1e-5;

var<workgroup> lanes: array<vec2f, THREADS>;

// Sums over the `sharers` threads that share a row, side by side.
fn sum_over(sharers: u32, thread: u32, mine: vec2f) -> vec2f {
  workgroupBarrier(); // the previous sum has been read
  lanes[thread] = mine;
  workgroupBarrier();
  for (var half = sharers / 2; half > 0; half /= 2) {
    if thread % sharers < half { lanes[thread] += lanes[thread + half]; }
    workgroupBarrier();
  }
  return lanes[thread - thread % sharers];
}

// (mean, rstd) of the row that begins at `first`. It adds differences from the row's first element. A sum of values
// far from zero would round at its own size, C times theirs.
fn statistics(sharers: u32, thread: u32, first: u32) -> vec2f {
  let pivot = f32(x[first]);
  let lane = thread % sharers;
  var sum = 0.0;
  for (var c = lane; c < C; c += sharers) { sum += f32(x[first + c]) - pivot; }
  let mean = pivot + sum_over(sharers, thread, vec2f(sum, 0)).x / f32(C);
  var squares = 0.0;
  for (var c = lane; c < C; c += sharers) {
    let d = f32(x[first + c]) - mean;
    squares += d * d;
  }
  let variance = sum_over(sharers, thread, vec2f(squares, 0)).x / f32(C);
  return vec2f(mean, 1 / sqrt(variance + EPSILON));
}

// A workgroup has one row. Rows past the end repeat the last row, with the same result.
fn row_of(group: u32) -> u32 { return min(group, ROWS - 1); }

@compute @workgroup_size(THREADS)
fn layer_norm_forward(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = row_of(group.y * groups.x + group.x) * C;
  let s = statistics(THREADS, lane, first);
  for (var c = lane; c < C; c += THREADS) {
    y[first + c] = Real((f32(x[first + c]) - s.x) * s.y * f32(scale[c]) + f32(offset[c]));
  }
}

@compute @workgroup_size(THREADS)
fn layer_norm_backward(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = row_of(group.y * groups.x + group.x) * C;
  let s = statistics(THREADS, lane, first);
  var sums = vec2f(); // of g = dy·scale, and of g·x̂
  for (var c = lane; c < C; c += THREADS) {
    let g = f32(dy[first + c]) * f32(scale[c]);
    sums += vec2f(g, g * (f32(x[first + c]) - s.x) * s.y);
  }
  let means = sum_over(THREADS, lane, sums) / f32(C);
  for (var c = lane; c < C; c += THREADS) {
    let g = f32(dy[first + c]) * f32(scale[c]);
    dx[first + c] = Real(s.y * (g - means.x - (f32(x[first + c]) - s.x) * s.y * means.y));
  }
}

var<workgroup> row_stats: array<vec2f, CHUNK>;

// A workgroup adds CHUNK rows of every column. First CHUNK_LANES lanes at a time find the statistics of a row, then
// lanes take columns. Rows past the end repeat the last row, which is not added again.
@compute @workgroup_size(THREADS)
fn layer_norm_parameters_partial(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let chunk = group.y * groups.x + group.x;
  let start = chunk * CHUNK;
  if start >= ROWS { return; }
  for (var begin = 0u; begin < CHUNK; begin += THREADS / CHUNK_LANES) {
    let row = begin + lane / CHUNK_LANES;
    let s = statistics(CHUNK_LANES, lane, min(start + row, ROWS - 1) * C);
    if lane % CHUNK_LANES == 0 { row_stats[row] = s; }
  }
  workgroupBarrier();
  let count = min(CHUNK, ROWS - start);
  for (var c = lane; c < C; c += THREADS) {
    var sums = vec2f();
    for (var row = 0u; row < count; row++) {
      let at = (start + row) * C + c;
      let s = row_stats[row];
      let upstream = f32(dy_of_parameters[at]);
      sums += vec2f(upstream * (f32(x[at]) - s.x) * s.y, upstream);
    }
    partials[chunk * 2 * C + c] = sums.x;
    partials[chunk * 2 * C + C + c] = sums.y;
  }
}

@compute @workgroup_size(THREADS)
fn layer_norm_parameters_final(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;
  if c >= C { return; }
  var sums = vec2f();
  for (var chunk = 0u; chunk < CHUNKS; chunk++) {
    sums += vec2f(all_partials[chunk * 2 * C + c], all_partials[chunk * 2 * C + C + c]);
  }
  scale_gradient[c] += sums.x;
  offset_gradient[c] += sums.y;
}
