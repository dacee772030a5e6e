// The losses of amounts, loss and gradient fused. One lane per term, an amount of an example. With e = output − target and
// c = e cut to ±MOST:
//   gradient (ROWS) = weight · FACTOR · c, assigned
//   row_stats (2, ROWS) = weight · FACTOR · c · (e − c/2), then weight · (1 − e²)
// From element FIRST on, targets holds the bits of the wanted amounts (ROWS), then those of the weights (ROWS). Weight 0
// (padding) writes exact zeros. consts: THREADS. alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> outputs: array<Real>;
@group(0) @binding(1) var<storage, read> targets: array<u32>;
@group(0) @binding(2) var<storage, read_write> gradient: array<Real>;
@group(0) @binding(3) var<storage, read_write> row_stats: array<f32>;

override ROWS: u32;
override FIRST: u32;
override MOST: f32;
override FACTOR: f32;

@compute @workgroup_size(THREADS)
fn amount_loss(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let row = (group.y * groups.x + group.x) * THREADS + lane;
  if row >= ROWS { return; }
  let weight = bitcast<f32>(targets[FIRST + ROWS + row]);
  let counts = weight != 0;
  let error = f32(outputs[row]) - bitcast<f32>(targets[FIRST + row]);
  let cut = clamp(error, -MOST, MOST);
  gradient[row] = Real(select(0.0, weight * FACTOR * cut, counts));
  row_stats[row] = select(0.0, weight * FACTOR * cut * (error - 0.5 * cut), counts);
  row_stats[ROWS + row] = select(0.0, weight * (1 - error * error), counts);
}
