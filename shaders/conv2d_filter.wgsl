// The gradient of a convolution's weights (ROWS = taps·C, filters) for software adapters, whole vectors of channels and
// filters: a sum over the output pixels, cut into spans of output rows (counted through the batch) whose partials
// conv2d_sum.wgsl adds in order. A thread owns 8 rows (two vectors of channels, each of one tap) × 16 filters and takes
// four pixels of an output row at a time. Blocks as in conv2d_direct.wgsl: columns are weight rows.
// consts: WORKGROUP_X, WORKGROUP_Y. alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> x: array<vec4<Real>>; // (B, HEIGHT, WIDTH, CHANNELS)
@group(0) @binding(1) var<storage, read> dy: array<vec4<Real>>; // (B, OUT_HEIGHT, OUT_WIDTH, FILTERS)
@group(0) @binding(2) var<storage, read_write> partials: array<vec4f>; // (spans, ROWS, FILTERS)

override BATCH: u32;
override HEIGHT: u32;
override WIDTH: u32;
override CHANNELS: u32;
override OUT_HEIGHT: u32;
override OUT_WIDTH: u32;
override FILTERS: u32;
override KERNEL_WIDTH: u32;
override ROWS: u32;
override STRIDE: u32;
override TOP: u32;
override LEFT: u32;
override SPAN: u32; // output rows

// Four weight rows: a vector of channels under one tap.
struct Vector {
  p: i32,
  q: i32,
  channel4: u32,
}

// Rows past the end repeat the last vector and are never written.
fn vector_of(row4: u32) -> Vector {
  let row = min(row4, ROWS / 4 - 1);
  let tap = row / (CHANNELS / 4);
  let p = tap / KERNEL_WIDTH;
  return Vector(
    i32(p) - i32(TOP),
    i32(tap - p * KERNEL_WIDTH) - i32(LEFT),
    row - tap * (CHANNELS / 4),
  );
}

// What a vector sees along one output row: where its image row begins in x, and whether there is one.
struct Line {
  at: u32,
  inside: bool,
}

fn line_of(vector: Vector, image: u32, i: u32) -> Line {
  let row = i32(i * STRIDE) + vector.p;
  let inside = row >= 0 && row < i32(HEIGHT);
  let at = (image * HEIGHT + u32(clamp(row, 0, i32(HEIGHT) - 1))) * WIDTH * (CHANNELS / 4);
  return Line(at + vector.channel4, inside);
}

// Four pixels of the line as rows, so that columns are weight rows.
fn load_x(line: Line, vector: Vector, j: u32) -> mat4x4f {
  let column = vec4i((j + vec4u(0, 1, 2, 3)) * STRIDE) + vector.q;
  let inside = (column >= vec4i()) & (column < vec4i(i32(WIDTH))) & vec4<bool>(line.inside);
  let at = line.at + vec4u(clamp(column, vec4i(), vec4i(i32(WIDTH) - 1))) * (CHANNELS / 4);
  return transpose(mat4x4f(
    select(vec4f(), vec4f(x[at.x]), inside.x),
    select(vec4f(), vec4f(x[at.y]), inside.y),
    select(vec4f(), vec4f(x[at.z]), inside.z),
    select(vec4f(), vec4f(x[at.w]), inside.w),
  ));
}

// Columns past the end of the output row count as zero.
fn load_dy(at: vec4u, inside: vec4<bool>) -> mat4x4f {
  return mat4x4f(
    select(vec4f(), vec4f(dy[at.x]), inside.x),
    select(vec4f(), vec4f(dy[at.y]), inside.y),
    select(vec4f(), vec4f(dy[at.z]), inside.z),
    select(vec4f(), vec4f(dy[at.w]), inside.w),
  );
}

fn last4(filter4: u32) -> u32 { return min(filter4, FILTERS / 4 - 1); }

@compute @workgroup_size(WORKGROUP_X, WORKGROUP_Y)
fn convolution_weight_gradient(@builtin(global_invocation_id) id: vec3u) {
  let row4 = id.y * 2;
  let filter4 = id.x * 4;
  let upper = vector_of(row4);
  let lower = vector_of(row4 + 1);
  let f0 = last4(filter4);
  let f1 = last4(filter4 + 1);
  let f2 = last4(filter4 + 2);
  let f3 = last4(filter4 + 3);
  var c00 = mat4x4f(); var c01 = mat4x4f(); var c02 = mat4x4f(); var c03 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f(); var c12 = mat4x4f(); var c13 = mat4x4f();
  let end = min((id.z + 1) * SPAN, BATCH * OUT_HEIGHT);
  for (var row = id.z * SPAN; row < end; row++) {
    let image = row / OUT_HEIGHT;
    let i = row - image * OUT_HEIGHT;
    let upper_line = line_of(upper, image, i);
    let lower_line = line_of(lower, image, i);
    if !(upper_line.inside || lower_line.inside) { continue; }
    for (var j = 0u; j < OUT_WIDTH; j += 4) {
      let top = load_x(upper_line, upper, j);
      let low = load_x(lower_line, lower, j);
      let columns = j + vec4u(0, 1, 2, 3);
      let inside = columns < vec4u(OUT_WIDTH);
      let at = (row * OUT_WIDTH + min(columns, vec4u(OUT_WIDTH - 1))) * (FILTERS / 4);
      var block = load_dy(at + f0, inside);
      c00 += block * top;
      c10 += block * low;
      block = load_dy(at + f1, inside);
      c01 += block * top;
      c11 += block * low;
      block = load_dy(at + f2, inside);
      c02 += block * top;
      c12 += block * low;
      block = load_dy(at + f3, inside);
      c03 += block * top;
      c13 += block * low;
    }
  }
  var blocks = array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13);
  for (var i = 0u; i < 32; i++) {
    let weight_row = row4 * 4 + i / 16 * 4 + i % 4;
    let to4 = filter4 + i / 4 % 4;
    if weight_row < ROWS && to4 < FILTERS / 4 {
      partials[(id.z * ROWS + weight_row) * (FILTERS / 4) + to4] = blocks[i / 4][i % 4];
    }
  }
}
