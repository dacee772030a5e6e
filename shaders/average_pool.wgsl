// Average-pooling: the mean of each window and channel; a window may be the whole image. Backward is a gather: an input
// element adds its share of each window that shows it.
// A thread owns one pixel's Wide: a vector of four channels where CHANNELS % 4 = 0. WIDES = CHANNELS in units of Wide.
// consts: THREADS. aliases: Wide as stored, WideFloat alike in f32.

@group(0) @binding(0) var<storage, read> source: array<Wide>; // forward x (B, HEIGHT, WIDTH, CHANNELS), backward dy
@group(0) @binding(1) var<storage, read_write> result: array<Wide>; // forward y (B, OUT_HEIGHT, OUT_WIDTH, CHANNELS), backward dx

override BATCH: u32;
override HEIGHT: u32;
override WIDTH: u32;
override WIDES: u32;
override OUT_HEIGHT: u32;
override OUT_WIDTH: u32;
override KERNEL_HEIGHT: u32;
override KERNEL_WIDTH: u32;
override STRIDE: u32;

@compute @workgroup_size(THREADS)
fn average_pool_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let to = id.y * groups.x * THREADS + id.x;
  if to >= BATCH * OUT_HEIGHT * OUT_WIDTH * WIDES { return; }
  let pixel = to / WIDES;
  let line = pixel / OUT_WIDTH;
  let image = line / OUT_HEIGHT;
  let row = (line - image * OUT_HEIGHT) * STRIDE;
  let column = (pixel - line * OUT_WIDTH) * STRIDE;
  let corner = ((image * HEIGHT + row) * WIDTH + column) * WIDES + (to - pixel * WIDES);
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
  let pixel = to / WIDES;
  let line = pixel / WIDTH;
  let image = line / HEIGHT;
  let row = line - image * HEIGHT;
  let column = pixel - line * WIDTH;
  // The windows that show it begin at rows (row − KERNEL_HEIGHT, row], columns alike.
  let first_i = (max(row + 1, KERNEL_HEIGHT) - KERNEL_HEIGHT + STRIDE - 1) / STRIDE;
  let first_j = (max(column + 1, KERNEL_WIDTH) - KERNEL_WIDTH + STRIDE - 1) / STRIDE;
  let end_i = min(row / STRIDE + 1, OUT_HEIGHT);
  let end_j = min(column / STRIDE + 1, OUT_WIDTH);
  var sum = WideFloat();
  for (var i = first_i; i < end_i; i++) {
    for (var j = first_j; j < end_j; j++) {
      sum += WideFloat(source[((image * OUT_HEIGHT + i) * OUT_WIDTH + j) * WIDES + (to - pixel * WIDES)]);
    }
  }
  result[to] = Wide(sum / f32(KERNEL_HEIGHT * KERNEL_WIDTH));
}
