// The activation fused into a convolution and its bias, backward. dz = dy · f′ (relu and tanh read y). The same walk
// forms partial sums of the bias gradient. A thread walks `chunk` rows (pixels) of one Wide of the columns (filters).
// Then conv2d_sum.wgsl adds the partials.
// consts: THREADS, ACTIVATION 1 relu, 2 tanh. aliases: Wide as stored, WideFloat the same shape in f32.

@group(0) @binding(0) var<storage, read> y: array<Wide>; // (ROWS, COLUMNS)
@group(0) @binding(1) var<storage, read> dy: array<Wide>; // (ROWS, COLUMNS)
@group(0) @binding(2) var<storage, read_write> dz: array<Wide>; // (ROWS, COLUMNS)
@group(0) @binding(3) var<storage, read_write> partials: array<WideFloat>; // (chunks, COLUMNS)

struct Sizes {
  rows: u32,
  columns: u32, // in units of Wide
  chunk: u32, // rows of a thread
}

@group(0) @binding(4) var<uniform> sizes: Sizes;

@compute @workgroup_size(THREADS)
fn convolution_bias(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let thread = id.y * groups.x * THREADS + id.x;
  let chunk = thread / sizes.columns;
  let column = thread - chunk * sizes.columns;
  if chunk * sizes.chunk >= sizes.rows { return; }
  let end = min((chunk + 1) * sizes.chunk, sizes.rows) * sizes.columns;
  var sum = WideFloat();
  for (var at = chunk * sizes.chunk * sizes.columns + column; at < end; at += sizes.columns) {
    let value = WideFloat(y[at]);
    let upstream = WideFloat(dy[at]);
    var down: WideFloat;
    if ACTIVATION == 1 { down = select(WideFloat(), upstream, value > WideFloat()); }
    else { down = upstream * (1 - value * value); }
    dz[at] = Wide(down);
    sum += down;
  }
  partials[thread] = sum;
}
