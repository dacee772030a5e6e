// layer_norm.wgsl for software adapters, where C is a multiple of four. A thread owns four rows, so that they share
// the loads of scale and offset. There a load costs ten times a multiply–add, so mean and variance take one walk: each
// component of a vector keeps a mean and squared deviations (Welford 1962), which are joined at the end (Chan 1979).
// The walk takes differences from the row's first element: a mean far from zero would round at its own size each time.
// A column's sum over rows crosses threads: goes after layer_norm_quad.wgsl or layer_norm_alone.wgsl.
// consts: THREADS. alias Wide: vec4f or vec4h.

@group(0) @binding(0) var<storage, read> x: array<Wide>; // (ROWS, C / 4)
@group(0) @binding(1) var<storage, read> scale: array<Wide>; // (C / 4)
@group(0) @binding(2) var<storage, read> offset: array<Wide>; // (C / 4)
@group(0) @binding(3) var<storage, read_write> y: array<Wide>; // (ROWS, C / 4)

@group(0) @binding(2) var<storage, read> dy: array<Wide>;
@group(0) @binding(3) var<storage, read_write> dx: array<Wide>;

@group(0) @binding(1) var<storage, read> dy_of_parameters: array<Wide>;
@group(0) @binding(2) var<storage, read_write> partials: array<vec4f>; // (CHUNKS, 2, C / 4): scale, offset

@group(0) @binding(0) var<storage, read> all_partials: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> scale_gradient: array<vec4f>; // (C / 4)
@group(0) @binding(2) var<storage, read_write> offset_gradient: array<vec4f>; // (C / 4)

override ROWS: u32;
override C: u32;
override CHUNKS: u32 = 1;

const EPSILON = 1e-5;

struct Walk {
  mean: vec4f,
  squares: vec4f,
}

// `share` is 1 / the number of vectors so far, with this one.
fn walk(before: Walk, v: vec4f, share: f32) -> Walk {
  let d = v - before.mean;
  let mean = before.mean + d * share;
  return Walk(mean, before.squares + d * (v - mean));
}

// (mean less what was subtracted before the walk, rstd)
fn statistics(walked: Walk) -> vec2f {
  let mean = dot(walked.mean, vec4f(0.25));
  let d = walked.mean - mean;
  let variance = dot(walked.squares, vec4f(1)) / f32(C) + dot(d, d) / 4;
  return vec2f(mean, 1 / sqrt(variance + EPSILON));
}

// The first vectors of a thread's four rows. Rows past the end repeat the last row, with the same result.
fn rows_of(id: vec3u, groups: vec3u) -> vec4u {
  let first = (id.y * groups.x * THREADS + id.x) * 4;
  return min(first + vec4u(0, 1, 2, 3), vec4u(ROWS - 1)) * (C / 4);
}

fn first_of(rows: vec4u) -> vec4f {
  return vec4f(f32(x[rows.x].x), f32(x[rows.y].x), f32(x[rows.z].x), f32(x[rows.w].x));
}

@compute @workgroup_size(THREADS)
fn layer_norm_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let rows = rows_of(id, groups);
  let pivots = first_of(rows);
  var w0 = Walk(); var w1 = Walk(); var w2 = Walk(); var w3 = Walk();
  for (var c = 0u; c < C / 4; c++) {
    let share = 1 / f32(c + 1);
    w0 = walk(w0, vec4f(x[rows.x + c]) - pivots.x, share);
    w1 = walk(w1, vec4f(x[rows.y + c]) - pivots.y, share);
    w2 = walk(w2, vec4f(x[rows.z + c]) - pivots.z, share);
    w3 = walk(w3, vec4f(x[rows.w + c]) - pivots.w, share);
  }
  let s0 = statistics(w0) + vec2f(pivots.x, 0);
  let s1 = statistics(w1) + vec2f(pivots.y, 0);
  let s2 = statistics(w2) + vec2f(pivots.z, 0);
  let s3 = statistics(w3) + vec2f(pivots.w, 0);
  for (var c = 0u; c < C / 4; c++) {
    let factor = vec4f(scale[c]);
    let shift = vec4f(offset[c]);
    y[rows.x + c] = Wide((vec4f(x[rows.x + c]) - s0.x) * s0.y * factor + shift);
    y[rows.y + c] = Wide((vec4f(x[rows.y + c]) - s1.x) * s1.y * factor + shift);
    y[rows.z + c] = Wide((vec4f(x[rows.z + c]) - s2.x) * s2.y * factor + shift);
    y[rows.w + c] = Wide((vec4f(x[rows.w + c]) - s3.x) * s3.y * factor + shift);
  }
}

// The walk over x and g = dy·scale at once: `products` adds up to Σ (x − mean)·g.
struct Pair {
  of_x: Walk,
  mean_g: vec4f,
  products: vec4f,
}

fn walk_pair(before: Pair, v: vec4f, g: vec4f, share: f32) -> Pair {
  let of_x = walk(before.of_x, v, share);
  return Pair(
    of_x,
    before.mean_g + (g - before.mean_g) * share,
    before.products + (v - of_x.mean) * (g - before.mean_g),
  );
}

// (mean of x as in `statistics`, rstd, mean of g, mean of g·x̂)
fn pair_statistics(walked: Pair) -> vec4f {
  let s = statistics(walked.of_x);
  let mean_g = dot(walked.mean_g, vec4f(0.25));
  let between = dot(walked.of_x.mean - s.x, walked.mean_g - mean_g) / 4;
  return vec4f(s, mean_g, (dot(walked.products, vec4f(1)) / f32(C) + between) * s.y);
}

fn input_gradient(s: vec4f, v: vec4f, g: vec4f) -> Wide {
  return Wide(s.y * (g - s.z - (v - s.x) * s.y * s.w));
}

@compute @workgroup_size(THREADS)
fn layer_norm_backward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let rows = rows_of(id, groups);
  let pivots = first_of(rows);
  var w0 = Pair(); var w1 = Pair(); var w2 = Pair(); var w3 = Pair();
  for (var c = 0u; c < C / 4; c++) {
    let share = 1 / f32(c + 1);
    let factor = vec4f(scale[c]);
    w0 = walk_pair(w0, vec4f(x[rows.x + c]) - pivots.x, vec4f(dy[rows.x + c]) * factor, share);
    w1 = walk_pair(w1, vec4f(x[rows.y + c]) - pivots.y, vec4f(dy[rows.y + c]) * factor, share);
    w2 = walk_pair(w2, vec4f(x[rows.z + c]) - pivots.z, vec4f(dy[rows.z + c]) * factor, share);
    w3 = walk_pair(w3, vec4f(x[rows.w + c]) - pivots.w, vec4f(dy[rows.w + c]) * factor, share);
  }
  let s0 = pair_statistics(w0) + vec4f(pivots.x, 0, 0, 0);
  let s1 = pair_statistics(w1) + vec4f(pivots.y, 0, 0, 0);
  let s2 = pair_statistics(w2) + vec4f(pivots.z, 0, 0, 0);
  let s3 = pair_statistics(w3) + vec4f(pivots.w, 0, 0, 0);
  for (var c = 0u; c < C / 4; c++) {
    let factor = vec4f(scale[c]);
    dx[rows.x + c] = input_gradient(s0, vec4f(x[rows.x + c]), vec4f(dy[rows.x + c]) * factor);
    dx[rows.y + c] = input_gradient(s1, vec4f(x[rows.y + c]), vec4f(dy[rows.y + c]) * factor);
    dx[rows.z + c] = input_gradient(s2, vec4f(x[rows.z + c]), vec4f(dy[rows.z + c]) * factor);
    dx[rows.w + c] = input_gradient(s3, vec4f(x[rows.w + c]), vec4f(dy[rows.w + c]) * factor);
  }
}

// The second walk of the parameters' gradient, over one row: dy·x̂, and dy. A row past the end adds nothing.
struct Sums {
  of_scale: vec4f,
  of_offset: vec4f,
}

fn add_row(before: Sums, s: vec2f, v: vec4f, upstream: vec4f, row: u32) -> Sums {
  let counted = select(vec4f(), upstream, row < ROWS);
  return Sums(before.of_scale + counted * ((v - s.x) * s.y), before.of_offset + counted);
}

// Columns summed over the rows of one thread, or of the four that share their rows: `sum_over_sharers`.
@compute @workgroup_size(THREADS)
fn layer_norm_parameters_partial(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = id.y * groups.x * THREADS + id.x;
  let rows = rows_of(id, groups);
  let pivots = first_of(rows);
  var w0 = Walk(); var w1 = Walk(); var w2 = Walk(); var w3 = Walk();
  for (var c = 0u; c < C / 4; c++) {
    let share = 1 / f32(c + 1);
    w0 = walk(w0, vec4f(x[rows.x + c]) - pivots.x, share);
    w1 = walk(w1, vec4f(x[rows.y + c]) - pivots.y, share);
    w2 = walk(w2, vec4f(x[rows.z + c]) - pivots.z, share);
    w3 = walk(w3, vec4f(x[rows.w + c]) - pivots.w, share);
  }
  let s0 = statistics(w0) + vec2f(pivots.x, 0);
  let s1 = statistics(w1) + vec2f(pivots.y, 0);
  let s2 = statistics(w2) + vec2f(pivots.z, 0);
  let s3 = statistics(w3) + vec2f(pivots.w, 0);
  let row = thread * 4;
  let first = thread / SHARERS * 2 * (C / 4);
  let stores = thread % SHARERS == 0 && row < ROWS;
  for (var c = 0u; c < C / 4; c++) {
    var sums = Sums();
    sums = add_row(sums, s0, vec4f(x[rows.x + c]), vec4f(dy_of_parameters[rows.x + c]), row);
    sums = add_row(sums, s1, vec4f(x[rows.y + c]), vec4f(dy_of_parameters[rows.y + c]), row + 1);
    sums = add_row(sums, s2, vec4f(x[rows.z + c]), vec4f(dy_of_parameters[rows.z + c]), row + 2);
    sums = add_row(sums, s3, vec4f(x[rows.w + c]), vec4f(dy_of_parameters[rows.w + c]), row + 3);
    let of_scale = sum_over_sharers(sums.of_scale);
    let of_offset = sum_over_sharers(sums.of_offset);
    if stores {
      partials[first + c] = of_scale;
      partials[first + C / 4 + c] = of_offset;
    }
  }
}

@compute @workgroup_size(THREADS)
fn layer_norm_parameters_final(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;
  if c >= C / 4 { return; }
  var of_scale = vec4f();
  var of_offset = vec4f();
  for (var at = c; at < CHUNKS * 2 * (C / 4); at += 2 * (C / 4)) {
    of_scale += all_partials[at];
    of_offset += all_partials[at + C / 4];
  }
  scale_gradient[c] += of_scale;
  offset_gradient[c] += of_offset;
}
