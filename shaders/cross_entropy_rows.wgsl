// cross_entropy.wgsl for software adapters: a thread owns a row, because there a barrier costs as much as a row. The
// largest logit and the sum of exponentials take one walk: the sum is rescaled when a larger logit comes
// (Milakov & Gimelshein 2018). Steps of eight, because a loop's end costs about a load.
// consts: THREADS. alias Real: f32 or f16.

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

fn store(at: u32, value: vec4f) {
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
  let whole = V / 8 * 8;

  var top = LOWEST;
  var top_step = 0u; // the first step with a logit that large
  var sum = 0.0;
  for (var j = 0u; j < whole; j += 8) {
    let u = load(first + j);
    let v = load(first + j + 4);
    let four = max(u, v);
    let largest = max(max(four.x, four.y), max(four.z, four.w));
    if largest > top {
      sum *= exp(top - largest);
      top = largest;
      top_step = j;
    }
    sum += dot(exp(u - top) + exp(v - top), vec4f(1));
  }
  for (var j = whole; j < V; j++) {
    let v = f32(logits[first + j]);
    if v > top {
      sum *= exp(top - v);
      top = v;
      top_step = whole;
    }
    sum += exp(v - top);
  }

  let label = targets[FIRST + row];
  let weight = bitcast<f32>(targets[FIRST + ROWS + row]);
  let counts = weight != 0;
  let scale = weight / sum;
  for (var j = 0u; j < whole; j += 8) {
    store(first + j, select(vec4f(), exp(load(first + j) - top) * scale, counts));
    store(first + j + 4, select(vec4f(), exp(load(first + j + 4) - top) * scale, counts));
  }
  for (var j = whole; j < V; j++) {
    gradient[first + j] = Real(select(0.0, exp(f32(logits[first + j]) - top) * scale, counts));
  }

  let logit = f32(logits[first + min(label, V - 1)]);
  if counts && label < V { gradient[first + label] = Real(weight * (exp(logit - top) / sum - 1)); }
  var is_top = label < V && logit == top && label / 8 * 8 == top_step;
  for (var j = top_step; is_top && j < label; j++) { is_top = f32(logits[first + j]) != top; }
  row_stats[row] = select(0.0, weight * (top + log(sum) - logit), counts);
  row_stats[ROWS + row] = select(0.0, weight, counts && is_top);
}
