// sums (2) += row sums of row_stats (2, ROWS): loss and correct, over the micro-batches of a step. One workgroup.
// Each lane adds every THREADS-th row, then a tree adds the lanes: a fixed order. consts: THREADS (a power of two).

@group(0) @binding(0) var<storage, read> row_stats: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

override ROWS: u32;

var<workgroup> partial: array<vec2f, THREADS>;

@compute @workgroup_size(THREADS)
fn loss_sum(@builtin(local_invocation_index) lane: u32) {
  var sum = vec2f();
  for (var row = lane; row < ROWS; row += THREADS) {
    sum += vec2f(row_stats[row], row_stats[ROWS + row]);
  }
  partial[lane] = sum;
  workgroupBarrier();
  for (var half = THREADS / 2; half > 0; half /= 2) {
    if lane < half { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  if lane == 0 {
    sums[0] += partial[0].x;
    sums[1] += partial[0].y;
  }
}
