// conv2d_filter.wgsl for any numbers of channels and filters: scalar loads, a thread owns 8 weight rows × 8 filters as
// outer products and takes one output pixel at a time.
// consts: WORKGROUP. alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> x: array<Real>; // (B, HEIGHT, WIDTH, CHANNELS)
@group(0) @binding(1) var<storage, read> dy: array<Real>; // (B, OUT_HEIGHT, OUT_WIDTH, FILTERS)
@group(0) @binding(2) var<storage, read_write> partials: array<f32>; // (spans, ROWS, FILTERS)

struct Sizes {
  batch: u32,
  height: u32,
  width: u32,
  channels: u32,
  out_height: u32,
  out_width: u32,
  filters: u32,
  kernel_width: u32,
  rows: u32,
  stride: u32,
  top: u32,
  left: u32,
  span: u32, // output rows
}

@group(0) @binding(3) var<uniform> sizes: Sizes;

// Four weight rows: each a tap, relative to the window's pixel, and a channel.
struct Rows {
  p: vec4i,
  q: vec4i,
  channel: vec4u,
}

// Rows past the end repeat the last and are never written.
fn rows_from(first: u32) -> Rows {
  let row = min(first + vec4u(0, 1, 2, 3), vec4u(sizes.rows - 1));
  let tap = row / sizes.channels;
  let p = tap / sizes.kernel_width;
  return Rows(
    vec4i(p) - i32(sizes.top),
    vec4i(tap - p * sizes.kernel_width) - i32(sizes.left),
    row - tap * sizes.channels,
  );
}

// Where each weight row's image row begins in x along one output row, and whether there is one.
struct Lines {
  at: vec4u,
  inside: vec4<bool>,
}

fn lines_of(rows: Rows, image: u32, i: u32) -> Lines {
  let row = i32(i * sizes.stride) + rows.p;
  let height = vec4i(i32(sizes.height));
  let at = (image * sizes.height + vec4u(clamp(row, vec4i(), height - 1))) * (sizes.width * sizes.channels) + rows.channel;
  return Lines(at, (row >= vec4i()) & (row < height));
}

fn load(lines: Lines, rows: Rows, j: u32) -> vec4f {
  let column = i32(j * sizes.stride) + rows.q;
  let width = vec4i(i32(sizes.width));
  let inside = lines.inside & (column >= vec4i()) & (column < width);
  let at = lines.at + vec4u(clamp(column, vec4i(), width - 1)) * sizes.channels;
  return select(vec4f(), vec4f(f32(x[at.x]), f32(x[at.y]), f32(x[at.z]), f32(x[at.w])), inside);
}

fn load_dy(at: vec4u) -> vec4f {
  return vec4f(f32(dy[at.x]), f32(dy[at.y]), f32(dy[at.z]), f32(dy[at.w]));
}

// Columns are weight rows.
fn outer(filters: vec4f, rows: vec4f) -> mat4x4f {
  return mat4x4f(filters * rows.x, filters * rows.y, filters * rows.z, filters * rows.w);
}

@compute @workgroup_size(1, WORKGROUP)
fn convolution_weight_gradient(@builtin(global_invocation_id) id: vec3u) {
  let first_row = id.y * 8;
  let first_filter = id.x * 8;
  let upper = rows_from(first_row);
  let lower = rows_from(first_row + 4);
  let left = min(first_filter + vec4u(0, 1, 2, 3), vec4u(sizes.filters - 1));
  let right = min(first_filter + vec4u(4, 5, 6, 7), vec4u(sizes.filters - 1));
  var c00 = mat4x4f(); var c01 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f();
  let end = min((id.z + 1) * sizes.span, sizes.batch * sizes.out_height);
  for (var row = id.z * sizes.span; row < end; row++) {
    let image = row / sizes.out_height;
    let upper_lines = lines_of(upper, image, row - image * sizes.out_height);
    let lower_lines = lines_of(lower, image, row - image * sizes.out_height);
    for (var j = 0u; j < sizes.out_width; j++) {
      let top = load(upper_lines, upper, j);
      let low = load(lower_lines, lower, j);
      let at = (row * sizes.out_width + j) * sizes.filters;
      let near = load_dy(at + left);
      let far = load_dy(at + right);
      c00 += outer(near, top);
      c01 += outer(far, top);
      c10 += outer(near, low);
      c11 += outer(far, low);
    }
  }
  var blocks = array<mat4x4f, 4>(c00, c01, c10, c11);
  for (var i = 0u; i < 64; i++) {
    let weight_row = first_row + i / 32 * 4 + i / 4 % 4;
    let column = first_filter + i / 16 % 2 * 4 + i % 4;
    if weight_row < sizes.rows && column < sizes.filters {
      partials[(id.z * sizes.rows + weight_row) * sizes.filters + column] = blocks[i / 16][i / 4 % 4][i % 4];
    }
  }
}
