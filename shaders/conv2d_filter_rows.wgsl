// Shared by conv2d_filter_ragged.wgsl and conv2d_filter_thin.wgsl: weight rows (taps · channels) for any number of
// channels. Each row has its own place in x.
// alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> x: array<Real>; // (B, HEIGHT, WIDTH, CHANNELS)

// Four weight rows: each a tap, relative to the window's pixel, and a channel.
struct Rows {
  p: vec4i,
  q: vec4i,
  channel: vec4u,
}

// Rows past the end repeat the last one and are never written.
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

// Where the image row of each weight row begins in x along one output row, and whether that image row exists.
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

// Columns are weight rows.
fn outer(filters: vec4f, rows: vec4f) -> mat4x4f {
  return mat4x4f(filters * rows.x, filters * rows.y, filters * rows.z, filters * rows.w);
}
