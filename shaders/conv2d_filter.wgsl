// The gradient of a convolution's weights (ROWS = taps·C, filters), with whole vectors of channels and filters. It is a
// sum over the output pixels, cut into spans of output rows (counted through the batch). Then conv2d_sum.wgsl adds the
// partials of the spans in order. A thread owns 8 rows (two vectors of channels, each of one tap) × 16 filters. It takes
// four pixels of an output row at a time. Blocks are as in conv2d_direct.wgsl: columns are weight rows. Lanes of a quad
// own the same filters. In conv2d_filter_quad.wgsl each lane loads a quarter of dy, in conv2d_filter_alone.wgsl all of it.
// consts: WORKGROUP (a multiple of 4). alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> x: array<vec4<Real>>; // (B, HEIGHT, WIDTH, CHANNELS)
@group(0) @binding(1) var<storage, read> dy: array<vec4<Real>>; // (B, OUT_HEIGHT, OUT_WIDTH, FILTERS)
@group(0) @binding(2) var<storage, read_write> partials: array<vec4f>; // (spans, ROWS, FILTERS)

// Four weight rows: a vector of channels of one tap.
struct Vector {
  p: i32,
  q: i32,
  channel4: u32,
}

// Rows past the end repeat the last vector and are never written.
fn vector_of(row4: u32) -> Vector {
  let row = min(row4, sizes.rows / 4 - 1);
  let tap = row / (sizes.channels / 4);
  let p = tap / sizes.kernel_width;
  return Vector(
    i32(p) - i32(sizes.top),
    i32(tap - p * sizes.kernel_width) - i32(sizes.left),
    row - tap * (sizes.channels / 4),
  );
}

// What a vector reads along one output row: where its image row begins in x, and whether that row exists.
struct Line {
  at: u32,
  inside: bool,
}

fn line_of(vector: Vector, image: u32, i: u32) -> Line {
  let row = i32(i * sizes.stride) + vector.p;
  let inside = row >= 0 && row < i32(sizes.height);
  let at = (image * sizes.height + u32(clamp(row, 0, i32(sizes.height) - 1))) * sizes.width * (sizes.channels / 4);
  return Line(at + vector.channel4, inside);
}

// Four pixels of the row as matrix rows, so that columns are weight rows.
fn load_x(line: Line, vector: Vector, j: u32) -> mat4x4f {
  let column = vec4i((j + vec4u(0, 1, 2, 3)) * sizes.stride) + vector.q;
  let inside = (column >= vec4i()) & (column < vec4i(i32(sizes.width))) & vec4<bool>(line.inside);
  let at = line.at + vec4u(clamp(column, vec4i(), vec4i(i32(sizes.width) - 1))) * (sizes.channels / 4);
  return transpose(mat4x4f(
    select(vec4f(), vec4f(x[at.x]), inside.x),
    select(vec4f(), vec4f(x[at.y]), inside.y),
    select(vec4f(), vec4f(x[at.z]), inside.z),
    select(vec4f(), vec4f(x[at.w]), inside.w),
  ));
}

// Pixel `row` of a block of four pixels × four filters. Columns past the end of the output row count as zero.
fn dy_row(line: DyLine, filter4: u32, row: u32) -> vec4f {
  let column = line.column + row;
  let at = (line.row * sizes.out_width + min(column, sizes.out_width - 1)) * (sizes.filters / 4) + filter4;
  return select(vec4f(), vec4f(dy[at]), column < sizes.out_width);
}

// Where four pixels begin: an output row (counted through the batch) and a column.
struct DyLine {
  row: u32,
  column: u32,
}

fn last4(filter4: u32) -> u32 { return min(filter4, sizes.filters / 4 - 1); }

@compute @workgroup_size(1, WORKGROUP)
fn convolution_weight_gradient(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
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
  let end = min((group.z + 1) * sizes.span, sizes.batch * sizes.out_height);
  var row = group.z * sizes.span;
  var j = 0u;
  while row < end {
    let image = row / sizes.out_height;
    let i = row - image * sizes.out_height;
    let top = load_x(line_of(upper, image, i), upper, j);
    let low = load_x(line_of(lower, image, i), lower, j);
    let line = DyLine(row, j);
    var block = dy_block(line, f0, lane);
    c00 += block * top;
    c10 += block * low;
    block = dy_block(line, f1, lane);
    c01 += block * top;
    c11 += block * low;
    block = dy_block(line, f2, lane);
    c02 += block * top;
    c12 += block * low;
    block = dy_block(line, f3, lane);
    c03 += block * top;
    c13 += block * low;
    j += 4;
    if j >= sizes.out_width {
      j = 0;
      row++;
    }
  }
  var blocks = array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13);
  for (var i = 0u; i < 32; i++) {
    let weight_row = row4 * 4 + i / 16 * 4 + i % 4;
    let to4 = filter4 + i / 4 % 4;
    if weight_row < sizes.rows && to4 < sizes.filters / 4 {
      partials[(group.z * sizes.rows + weight_row) * (sizes.filters / 4) + to4] = blocks[i / 4][i % 4];
    }
  }
}
