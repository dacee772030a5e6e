// cross_entropy.wgsl for software adapters: a thread owns a row, because there a barrier costs as much as a row. The
// largest logit and the sum of exponentials take one walk: the sum is rescaled when a larger logit comes
// (Milakov & Gimelshein 2018). Steps of several logits, because a loop's end costs about a load: goes after
// cross_entropy_step_8.wgsl or cross_entropy_step_16.wgsl. consts: THREADS. alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> logits: array<Real>;
@group(0) @binding(1) var<storage, read> targets: array<u32>;
@group(0) @binding(2) var<storage, read_write> gradient: array<Real>;
@group(0) @binding(3) var<storage, read_write> row_stats: array<f32>;

override ROWS: u32;
override V: u32;
override FIRST: u32;

const LOWEST = -3.4028234e38;

fn load(at: u32) -> vec4f {
  return vec4f(f32(logits[at]), f32(logits[at + 1]), f32(logits[at + 2]), f32(logits[at + 3]));
}

fn store_softmax(at: u32, top: f32, scale: f32) {
  let value = exp(load(at) - top) * scale;
  gradient[at] = Real(value.x);
  gradient[at + 1] = Real(value.y);
  gradient[at + 2] = Real(value.z);
  gradient[at + 3] = Real(value.w);
}

@compute @workgroup_size(THREADS)
fn cross_entropy(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = id.y * groups.x * THREADS + id.x;
  if row >= ROWS { return; }
  let first = row * V;
  let whole = first + V / STEP * STEP;
  let end = first + V;

  var top = LOWEST;
  var top_step = first; // the first step with a logit that large
  var sums = vec4f();
  for (var j = first; j < whole; j += STEP) {
    let step = load_step(j);
    let four = largest_of(step);
    let largest = max(max(four.x, four.y), max(four.z, four.w));
    if largest > top {
      sums *= exp(top - largest);
      top = largest;
      top_step = j;
    }
    sums += exponentials(step, top);
  }
  for (var j = whole; j < end; j++) {
    let v = f32(logits[j]);
    if v > top {
      sums *= exp(top - v);
      top = v;
      top_step = whole;
    }
    sums.x += exp(v - top);
  }
  let sum = dot(sums, vec4f(1));

  let label = targets[FIRST + row];
  let weight = bitcast<f32>(targets[FIRST + ROWS + row]);
  if weight == 0 {
    for (var j = first; j < end; j++) { gradient[j] = 0; }
    row_stats[row] = 0;
    row_stats[ROWS + row] = 0;
    return;
  }
  let scale = weight / sum;
  for (var j = first; j < whole; j += STEP) { store_step(j, top, scale); }
  for (var j = whole; j < end; j++) { gradient[j] = Real(exp(f32(logits[j]) - top) * scale); }

  let at = first + min(label, V - 1);
  let logit = f32(logits[at]);
  if label < V { gradient[at] = Real(weight * (exp(logit - top) / sum - 1)); }
  var is_top = label < V && logit == top;
  for (var j = top_step; is_top && j < at; j++) { is_top = f32(logits[j]) != top; }
  row_stats[row] = weight * (top + log(sum) - logit);
  row_stats[ROWS + row] = select(0.0, weight, is_top);
}
