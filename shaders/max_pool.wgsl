// Max-pooling: the largest of each window and its place in the window (ties: the first). The backward pass is a gather:
// an input reads each window that contains it, at most once per window, so windows may overlap. After
// pool_windows.wgsl.
// consts: THREADS. aliases: Wide as stored, WideFloat and WideIndex the same shape in f32 and u32.

@group(0) @binding(0) var<storage, read> x: array<Wide>; // (B, HEIGHT, WIDTH, CHANNELS)
@group(0) @binding(1) var<storage, read_write> y: array<Wide>; // (B, OUT_HEIGHT, OUT_WIDTH, CHANNELS)
@group(0) @binding(2) var<storage, read_write> chosen: array<WideIndex>; // as y: row in the window · KERNEL_WIDTH + column

@compute @workgroup_size(THREADS)
fn max_pool_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let to = id.y * groups.x * THREADS + id.x;
  if to >= BATCH * OUT_HEIGHT * OUT_WIDTH * WIDES { return; }
  let corner = window_corner(to);
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
@group(0) @binding(1) var<storage, read> dy: array<Wide>;
@group(0) @binding(2) var<storage, read_write> dx: array<Wide>;

@compute @workgroup_size(THREADS)
fn max_pool_backward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let to = id.y * groups.x * THREADS + id.x;
  if to >= BATCH * HEIGHT * WIDTH * WIDES { return; }
  let at = covering_windows(to);
  var sum = WideFloat();
  for (var i = at.first_i; i < at.end_i; i++) {
    for (var j = at.first_j; j < at.end_j; j++) {
      let source = output_at(at.image, i, j, at.wide);
      let here = (at.row - i * STRIDE) * KERNEL_WIDTH + (at.column - j * STRIDE);
      sum += select(WideFloat(), WideFloat(dy[source]), chosen_before[source] == WideIndex(here));
    }
  }
  dx[to] = Wide(sum);
}

// Where windows do not overlap, a thread owns a whole cell of STRIDE × STRIDE inputs. One window covers part of it.
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
  let source = output_at(image, i, j, wide);
  var upstream = Wide();
  var place = WideIndex();
  if i < OUT_HEIGHT && j < OUT_WIDTH {
    upstream = dy[source];
    place = chosen_before[source];
  }
  for (var p = 0u; p < STRIDE && i * STRIDE + p < HEIGHT; p++) {
    for (var q = 0u; q < STRIDE && j * STRIDE + q < WIDTH; q++) {
      // A stride beyond the window leaves inputs between windows, which match no place.
      let here = select(KERNEL_HEIGHT * KERNEL_WIDTH, p * KERNEL_WIDTH + q, p < KERNEL_HEIGHT && q < KERNEL_WIDTH);
      let to = ((image * HEIGHT + i * STRIDE + p) * WIDTH + j * STRIDE + q) * WIDES + wide;
      dx[to] = select(Wide(), upstream, place == WideIndex(here));
    }
  }
}
