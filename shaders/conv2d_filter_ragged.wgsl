// conv2d_filter.wgsl for any numbers of channels and filters, with scalar loads. A thread owns 8 weight rows × 8
// filters as outer products and takes one output pixel at a time. After conv2d_filter_rows.wgsl.
// consts: WORKGROUP. alias Real: f32 or f16.

@group(0) @binding(1) var<storage, read> dy: array<Real>; // (B, OUT_HEIGHT, OUT_WIDTH, FILTERS)
@group(0) @binding(2) var<storage, read_write> partials: array<f32>; // (spans, ROWS, FILTERS)

fn load_dy(at: vec4u) -> vec4f {
  return vec4f(f32(dy[at.x]), f32(dy[at.y]), f32(dy[at.z]), f32(dy[at.w]));
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
