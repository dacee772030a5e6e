// Average-pooling: the mean of each window and channel; a window may be the whole image. The backward pass is a gather:
// an input adds its share of each window that contains it. After pool_windows.wgsl.
// consts: THREADS. aliases: Wide as stored, WideFloat the same shape in f32.

@group(0) @binding(0) var<storage, read> source: array<Wide>; // forward x (B, HEIGHT, WIDTH, CHANNELS), backward dy
@group(0) @binding(1) var<storage, read_write> result: array<Wide>; // forward y (B, OUT_HEIGHT, OUT_WIDTH, CHANNELS), backward dx

@compute @workgroup_size(THREADS)
fn average_pool_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let to = id.y * groups.x * THREADS + id.x;
  if to >= BATCH * OUT_HEIGHT * OUT_WIDTH * WIDES { return; }
  let corner = window_corner(to);
  var sum = WideFloat();
  for (var p = 0u; p < KERNEL_HEIGHT; p++) {
    for (var q = 0u; q < KERNEL_WIDTH; q++) { sum += WideFloat(source[corner + (p * WIDTH + q) * WIDES]); }
  }
  result[to] = Wide(sum / f32(KERNEL_HEIGHT * KERNEL_WIDTH));
}

@compute @workgroup_size(THREADS)
fn average_pool_backward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let to = id.y * groups.x * THREADS + id.x;
  if to >= BATCH * HEIGHT * WIDTH * WIDES { return; }
  let at = covering_windows(to);
  var sum = WideFloat();
  for (var i = at.first_i; i < at.end_i; i++) {
    for (var j = at.first_j; j < at.end_j; j++) { sum += WideFloat(source[output_at(at.image, i, j, at.wide)]); }
  }
  result[to] = Wide(sum / f32(KERNEL_HEIGHT * KERNEL_WIDTH));
}
