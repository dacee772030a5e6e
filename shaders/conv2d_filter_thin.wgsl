// conv2d_filter.wgsl for few channels and whole vectors of filters, as on an image of one channel. A thread owns 12
// weight rows (nine taps fit) × 16 filters as outer products and takes one output pixel at a time. There are few
// rows, so neighbouring threads take neighbouring spans. After conv2d_filter_rows.wgsl.
// consts: WORKGROUP. alias Real: f32 or f16.

@group(0) @binding(1) var<storage, read> dy: array<vec4<Real>>; // (B, OUT_HEIGHT, OUT_WIDTH, FILTERS)
@group(0) @binding(2) var<storage, read_write> partials: array<vec4f>; // (spans, ROWS, FILTERS)

@compute @workgroup_size(1, 1, WORKGROUP)
fn convolution_weight_gradient(@builtin(global_invocation_id) id: vec3u) {
  let first_row = id.y * 12;
  let filter4 = id.x * 4;
  let rows0 = rows_from(first_row);
  let rows1 = rows_from(first_row + 4);
  let rows2 = rows_from(first_row + 8);
  let fours = sizes.filters / 4;
  let filters = min(filter4 + vec4u(0, 1, 2, 3), vec4u(fours - 1));
  var c00 = mat4x4f(); var c01 = mat4x4f(); var c02 = mat4x4f(); var c03 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f(); var c12 = mat4x4f(); var c13 = mat4x4f();
  var c20 = mat4x4f(); var c21 = mat4x4f(); var c22 = mat4x4f(); var c23 = mat4x4f();
  let end = min((id.z + 1) * sizes.span, sizes.batch * sizes.out_height);
  for (var row = id.z * sizes.span; row < end; row++) {
    let image = row / sizes.out_height;
    let lines0 = lines_of(rows0, image, row - image * sizes.out_height);
    let lines1 = lines_of(rows1, image, row - image * sizes.out_height);
    let lines2 = lines_of(rows2, image, row - image * sizes.out_height);
    for (var j = 0u; j < sizes.out_width; j++) {
      let x0 = load(lines0, rows0, j);
      let x1 = load(lines1, rows1, j);
      let x2 = load(lines2, rows2, j);
      let at = (row * sizes.out_width + j) * fours + filters;
      var some = vec4f(dy[at.x]);
      c00 += outer(some, x0);
      c10 += outer(some, x1);
      c20 += outer(some, x2);
      some = vec4f(dy[at.y]);
      c01 += outer(some, x0);
      c11 += outer(some, x1);
      c21 += outer(some, x2);
      some = vec4f(dy[at.z]);
      c02 += outer(some, x0);
      c12 += outer(some, x1);
      c22 += outer(some, x2);
      some = vec4f(dy[at.w]);
      c03 += outer(some, x0);
      c13 += outer(some, x1);
      c23 += outer(some, x2);
    }
  }
  if id.z * sizes.span >= end { return; }
  var blocks = array<mat4x4f, 12>(c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23);
  for (var i = 0u; i < 48; i++) {
    let weight_row = first_row + i / 16 * 4 + i % 4;
    let to4 = filter4 + i / 4 % 4;
    if weight_row < sizes.rows && to4 < fours {
      partials[(id.z * sizes.rows + weight_row) * fours + to4] = blocks[i / 4][i % 4];
    }
  }
}
