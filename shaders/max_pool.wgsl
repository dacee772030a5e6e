// Max-pooling: the largest of each window and where in the window it was (ties: the first). Backward is a gather: an
// input element asks each window that shows it, at most once per window, so windows may overlap.
// A thread owns one pixel's Wide: a vector of four channels where CHANNELS % 4 = 0. WIDES = CHANNELS in units of Wide.
// consts: THREADS. aliases: Wide as stored, WideFloat and WideIndex alike in f32 and u32.

override BATCH: u32;
override HEIGHT: u32;
override WIDTH: u32;
override WIDES: u32;
override OUT_HEIGHT: u32;
override OUT_WIDTH: u32;
override KERNEL_HEIGHT: u32;
override KERNEL_WIDTH: u32;
override STRIDE: u32;

@group(0) @binding(0) var<storage, read> x: array<Wide>; // (B, HEIGHT, WIDTH, CHANNELS)
@group(0) @binding(1) var<storage, read_write> y: array<Wide>; // (B, OUT_HEIGHT, OUT_WIDTH, CHANNELS)
@group(0) @binding(2) var<storage, read_write> chosen: array<WideIndex>; // as y: row in the window · KERNEL_WIDTH + column

@compute @workgroup_size(THREADS)
fn max_pool_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let to = id.y * groups.x * THREADS + id.x;
  if to >= BATCH * OUT_HEIGHT * OUT_WIDTH * WIDES { return; }
  let pixel = to / WIDES;
  let line = pixel / OUT_WIDTH;
  let image = line / OUT_HEIGHT;
  let row = (line - image * OUT_HEIGHT) * STRIDE;
  let column = (pixel - line * OUT_WIDTH) * STRIDE;
  let corner = ((image * HEIGHT + row) * WIDTH + column) * WIDES + (to - pixel * WIDES);
  var best = x[corner];
  var best_at = WideIndex();
  for (var p = 0u; p < KERNEL_HEIGHT; p++) {
    for (var q = 0u; q < KERNEL_WIDTH; q++) {
      let value = x[corner + (p * WIDTH + q) * WIDES];
      let better = (value > best) | (value != value); // NaN stays visible
      best = select(best, value, better);
      best_at = select(best_at, WideIndex(p * KERNEL_WIDTH + q), better);
    }
  }
  y[to] = best;
  chosen[to] = best_at;
}

@group(0) @binding(0) var<storage, read> chosen_before: array<WideIndex>;
@group(0) @binding(1) var<storage, read_write> dx: array<Wide>;
@group(0) @binding(2) var<storage, read> dy: array<Wide>;

@compute @workgroup_size(THREADS)
fn max_pool_backward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
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
      let source = ((image * OUT_HEIGHT + i) * OUT_WIDTH + j) * WIDES + (to - pixel * WIDES);
      let here = (row - i * STRIDE) * KERNEL_WIDTH + (column - j * STRIDE);
      sum += select(WideFloat(), WideFloat(dy[source]), chosen_before[source] == WideIndex(here));
    }
  }
  dx[to] = Wide(sum);
}

// Where windows do not overlap, a thread owns a whole cell of STRIDE × STRIDE inputs, of which one window shows a part.
@compute @workgroup_size(THREADS)
fn max_pool_backward_cells(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = id.y * groups.x * THREADS + id.x;
  let across = (WIDTH + STRIDE - 1) / STRIDE;
  let down = (HEIGHT + STRIDE - 1) / STRIDE;
  if thread >= BATCH * down * across * WIDES { return; }
  let cell = thread / WIDES;
  let wide = thread - cell * WIDES;
  let line = cell / across;
  let image = line / down;
  let i = line - image * down;
  let j = cell - line * across;
  let source = ((image * OUT_HEIGHT + i) * OUT_WIDTH + j) * WIDES + wide;
  var upstream = Wide();
  var place = WideIndex();
  if i < OUT_HEIGHT && j < OUT_WIDTH {
    upstream = dy[source];
    place = chosen_before[source];
  }
  for (var p = 0u; p < STRIDE && i * STRIDE + p < HEIGHT; p++) {
    for (var q = 0u; q < STRIDE && j * STRIDE + q < WIDTH; q++) {
      // Past the window (a stride beyond it) no place is this one.
      let here = select(KERNEL_HEIGHT * KERNEL_WIDTH, p * KERNEL_WIDTH + q, p < KERNEL_HEIGHT && q < KERNEL_WIDTH);
      let to = ((image * HEIGHT + i * STRIDE + p) * WIDTH + j * STRIDE + q) * WIDES + wide;
      dx[to] = select(Wide(), upstream, place == WideIndex(here));
    }
  }
}
