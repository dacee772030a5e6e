// Softmax cross-entropy, loss and gradient fused. One workgroup per row of logits (ROWS, V), read twice: the largest
// logit and the sum of exponentials take one walk (Milakov & Gimelshein 2018).
//   gradient (ROWS, V) = weight · (softmax − onehot(label)), assigned
//   row_stats (2, ROWS) = weight · loss, then weight · (the largest logit is the label's; ties: the lowest class)
// targets holds the labels (ROWS) from element FIRST on, and the bits of the weights (ROWS) from FIRST_WEIGHT on. Weight
// 0 (padding) writes exact zeros.
// consts: THREADS (a power of two). alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> logits: array<Real>;
@group(0) @binding(1) var<storage, read> targets: array<u32>;
@group(0) @binding(2) var<storage, read_write> gradient: array<Real>;
@group(0) @binding(3) var<storage, read_write> row_stats: array<f32>;

override ROWS: u32;
override V: u32;
override FIRST: u32;
override FIRST_WEIGHT: u32;

const LOWEST = -3.4028234e38;

var<workgroup> largest: array<f32, THREADS>;
var<workgroup> where_largest: array<u32, THREADS>;
var<workgroup> sums: array<f32, THREADS>;

@compute @workgroup_size(THREADS)
fn cross_entropy(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let row = group.y * groups.x + group.x;
  if row >= ROWS { return; }
  let first = row * V;

  var best = LOWEST;
  var best_at = lane;
  var sum = 0.0; // of exp(logit − best)
  for (var j = lane; j < V; j += THREADS) {
    let value = f32(logits[first + j]);
    if value > best {
      sum = sum * exp(best - value) + 1;
      best = value;
      best_at = j;
    } else {
      sum += exp(value - best);
    }
  }
  largest[lane] = best;
  where_largest[lane] = best_at;
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = THREADS / 2; half > 0; half /= 2) {
    if lane < half {
      let mine = largest[lane];
      let other = largest[lane + half];
      let other_at = where_largest[lane + half];
      let larger = max(mine, other);
      sums[lane] = sums[lane] * exp(mine - larger) + sums[lane + half] * exp(other - larger);
      largest[lane] = larger;
      if other > mine || (other == mine && other_at < where_largest[lane]) { where_largest[lane] = other_at; }
    }
    workgroupBarrier();
  }
  let top = largest[0];
  let total = sums[0];

  let label = targets[FIRST + row];
  let weight = bitcast<f32>(targets[FIRST_WEIGHT + row]);
  let counts = weight != 0;
  for (var j = lane; j < V; j += THREADS) {
    let p = exp(f32(logits[first + j]) - top) / total;
    gradient[first + j] = Real(select(0.0, weight * (p - select(0.0, 1.0, j == label)), counts));
  }
  if lane == 0 {
    let loss = top + log(total) - f32(logits[first + min(label, V - 1)]);
    row_stats[row] = select(0.0, weight * loss, counts);
    row_stats[ROWS + row] = select(0.0, weight * select(0.0, 1.0, where_largest[0] == label), counts);
  }
}
