// Group normalisation, forward and backward. Sums run in two stages of fixed order. The first is over the pixels,
// within a workgroup, per example and group (or channel). The second is over groups or the batch, by one thread each.
// Forward: statistics → coefficients → y. Backward: sums per example and channel → parameter gradients, and →
// coefficients → dx. Coefficients are per example and channel, so y and dx are one multiply-add per element.
// consts: THREADS; COLUMNS (channels of a workgroup of group_norm_sums, divides THREADS). alias Real: f32 or f16.

override BATCH: u32;
override PIXELS: u32;
override CHANNELS: u32;
override GROUPS: u32;

const EPSILON = 1e-5; // as the reference's

var<workgroup> shared_sums: array<vec2f, THREADS>;

// Adds the values of all threads; every thread gets the sum.
fn add_up(lane: u32, value: vec2f) -> vec2f {
  shared_sums[lane] = value;
  workgroupBarrier();
  for (var half = THREADS / 2; half > 0; half /= 2) {
    if lane < half { shared_sums[lane] += shared_sums[lane + half]; }
    workgroupBarrier();
  }
  let sum = shared_sums[0];
  workgroupBarrier();
  return sum;
}

@group(0) @binding(0) var<storage, read> x: array<Real>; // (B, PIXELS, CHANNELS)
@group(0) @binding(1) var<storage, read_write> statistics: array<vec2f>; // (B, GROUPS): mean, 1/√(variance + ε)

// One workgroup per example and group.
@compute @workgroup_size(THREADS)
fn group_norm_statistics(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let which = group.y * groups.x + group.x;
  if which >= BATCH * GROUPS { return; }
  let image = which / GROUPS;
  let width = CHANNELS / GROUPS;
  let count = PIXELS * width;
  let corner = image * PIXELS * CHANNELS + (which - image * GROUPS) * width;
  var sum = 0.0;
  for (var i = lane; i < count; i += THREADS) {
    let pixel = i / width;
    sum += f32(x[corner + pixel * CHANNELS + (i - pixel * width)]);
  }
  let mean = add_up(lane, vec2f(sum, 0)).x / f32(count);
  var squares = 0.0;
  for (var i = lane; i < count; i += THREADS) {
    let pixel = i / width;
    let difference = f32(x[corner + pixel * CHANNELS + (i - pixel * width)]) - mean;
    squares += difference * difference;
  }
  let variance = add_up(lane, vec2f(squares, 0)).x / f32(count);
  if lane == 0 { statistics[which] = vec2f(mean, 1 / sqrt(variance + EPSILON)); }
}

@group(0) @binding(0) var<storage, read> known: array<vec2f>; // statistics
@group(0) @binding(1) var<storage, read> scale: array<Real>; // (CHANNELS)
@group(0) @binding(2) var<storage, read> offset: array<Real>; // (CHANNELS)
// (B, CHANNELS): y = (x − [0])·[1] + [2]
@group(0) @binding(3) var<storage, read_write> forward_coefficients: array<vec4f>;

@compute @workgroup_size(THREADS)
fn group_norm_prepare(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let at = id.y * groups.x * THREADS + id.x;
  if at >= BATCH * CHANNELS { return; }
  let channel = at % CHANNELS;
  let value = known[at / CHANNELS * GROUPS + channel / (CHANNELS / GROUPS)];
  forward_coefficients[at] = vec4f(value.x, value.y * f32(scale[channel]), f32(offset[channel]), 0);
}

@group(0) @binding(1) var<storage, read> coefficients: array<vec4f>; // (B, CHANNELS)
@group(0) @binding(2) var<storage, read_write> y: array<Real>; // (B, PIXELS, CHANNELS)

@compute @workgroup_size(THREADS)
fn group_norm_apply(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let at = id.y * groups.x * THREADS + id.x;
  if at >= BATCH * PIXELS * CHANNELS { return; }
  let c = coefficients[at / (PIXELS * CHANNELS) * CHANNELS + at % CHANNELS];
  y[at] = Real((f32(x[at]) - c.x) * c.y + c.z);
}

@group(0) @binding(1) var<storage, read> dy: array<Real>; // (B, PIXELS, CHANNELS)
@group(0) @binding(2) var<storage, read> statistics_before: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> sums: array<vec4f>; // (B, CHANNELS): Σ over pixels of dy, of dy·normal

// Workgroup (channels, example): lanes are pixels × COLUMNS channels.
@compute @workgroup_size(THREADS)
fn group_norm_sums(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  for (var image = group.y; image < BATCH; image += groups.y) {
    let channel = group.x * COLUMNS + lane % COLUMNS;
    let safe = min(channel, CHANNELS - 1);
    let value = statistics_before[image * GROUPS + safe / (CHANNELS / GROUPS)];
    var sum = vec2f();
    for (var pixel = lane / COLUMNS; pixel < PIXELS; pixel += THREADS / COLUMNS) {
      let at = (image * PIXELS + pixel) * CHANNELS + safe;
      let upstream = f32(dy[at]);
      sum += vec2f(upstream, upstream * (f32(x[at]) - value.x) * value.y);
    }
    shared_sums[lane] = sum;
    workgroupBarrier();
    for (var half = THREADS / 2; half >= COLUMNS; half /= 2) {
      if lane < half { shared_sums[lane] += shared_sums[lane + half]; }
      workgroupBarrier();
    }
    if lane < COLUMNS && channel < CHANNELS {
      sums[image * CHANNELS + channel] = vec4f(shared_sums[lane], 0, 0);
    }
    workgroupBarrier();
  }
}

@group(0) @binding(0) var<storage, read> sums_before: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> scale_gradient: array<f32>; // (CHANNELS)
@group(0) @binding(2) var<storage, read_write> offset_gradient: array<f32>; // (CHANNELS)

@compute @workgroup_size(THREADS)
fn group_norm_parameter_gradients(@builtin(global_invocation_id) id: vec3u) {
  let channel = id.x;
  if channel >= CHANNELS { return; }
  var sum = vec2f();
  for (var image = 0u; image < BATCH; image++) { sum += sums_before[image * CHANNELS + channel].xy; }
  offset_gradient[channel] += sum.x;
  scale_gradient[channel] += sum.y;
}

@group(0) @binding(2) var<storage, read_write> sums_in_place: array<vec4f>;

// Sums → coefficients, dx = dy·[1] − (x − [0])·[2] − [3]. One thread per example and group.
@compute @workgroup_size(THREADS)
fn group_norm_prepare_backward(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let which = id.y * groups.x * THREADS + id.x;
  if which >= BATCH * GROUPS { return; }
  let width = CHANNELS / GROUPS;
  let image = which / GROUPS;
  let first = (which - image * GROUPS) * width;
  var sum = vec2f();
  for (var c = first; c < first + width; c++) { sum += sums_in_place[image * CHANNELS + c].xy * f32(scale[c]); }
  sum /= f32(PIXELS * width);
  let mean = known[which].x;
  let inverse = known[which].y;
  for (var c = first; c < first + width; c++) {
    sums_in_place[image * CHANNELS + c] =
      vec4f(mean, inverse * f32(scale[c]), inverse * inverse * sum.y, inverse * sum.x);
  }
}

@group(0) @binding(2) var<storage, read> coefficients_backward: array<vec4f>; // (B, CHANNELS)
@group(0) @binding(3) var<storage, read_write> dx: array<Real>; // (B, PIXELS, CHANNELS)

@compute @workgroup_size(THREADS)
fn group_norm_apply_backward(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let at = id.y * groups.x * THREADS + id.x;
  if at >= BATCH * PIXELS * CHANNELS { return; }
  let c = coefficients_backward[at / (PIXELS * CHANNELS) * CHANNELS + at % CHANNELS];
  dx[at] = Real(f32(dy[at]) * c.y - (f32(x[at]) - c.x) * c.z - c.w);
}
