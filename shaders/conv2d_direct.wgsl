// Convolution in registers, forward and backward to the input: an implicit matmul without workgroup memory. A thread
// owns 8 pixels × 16 channels of TO as eight 4×4 blocks. A block is a mat4x4f whose *columns* are pixels. The product
// is in conv2d_whole.wgsl or conv2d_thin.wgsl; the four vectors of `start` (the bias) are added to it.
// conv2d_image.wgsl comes first.
// consts: WORKGROUP (a multiple of 4), BACKWARD, BIAS (binding). aliases: Real f32 or f16, Source: how FROM is loaded.

@group(0) @binding(0) var<storage, read> source: array<Source>; // (B, FROM_HEIGHT, FROM_WIDTH, FROM_CHANNELS)
@group(0) @binding(1) var<storage, read> weight: array<vec4<Real>>; // (KERNEL_HEIGHT, KERNEL_WIDTH, C, filters)
@group(0) @binding(2) var<storage, read_write> result: array<vec4<Real>>; // (B, TO_HEIGHT, TO_WIDTH, TO_CHANNELS)
@group(0) @binding(BIAS) var<storage, read> bias: array<vec4<Real>>; // forward only

fn columns_of(vector: vec4f) -> mat4x4f { return mat4x4f(vector, vector, vector, vector); }

// Writes 8 pixels × 4 vectors. The pixel to write is always the blocks' first column, and the others move up: no
// register is read by a variable index.
fn store(first: u32, to4: u32, blocks: array<mat4x4f, 8>) {
  var near = array<mat4x4f, 4>(blocks[0], blocks[1], blocks[2], blocks[3]);
  var far = array<mat4x4f, 4>(blocks[4], blocks[5], blocks[6], blocks[7]);
  let vectors = sizes.to_channels / 4;
  let pixels = sizes.batch * sizes.to_height * sizes.to_width;
  for (var pixel = first; pixel < min(first + 8, pixels); pixel++) {
    let at = pixel * vectors + to4;
    result[at] = vec4<Real>(finish(near[0][0]));
    if to4 + 1 < vectors { result[at + 1] = vec4<Real>(finish(near[1][0])); }
    if to4 + 2 < vectors { result[at + 2] = vec4<Real>(finish(near[2][0])); }
    if to4 + 3 < vectors { result[at + 3] = vec4<Real>(finish(near[3][0])); }
    near[0] = mat4x4f(near[0][1], near[0][2], near[0][3], far[0][0]);
    near[1] = mat4x4f(near[1][1], near[1][2], near[1][3], far[1][0]);
    near[2] = mat4x4f(near[2][1], near[2][2], near[2][3], far[2][0]);
    near[3] = mat4x4f(near[3][1], near[3][2], near[3][3], far[3][0]);
    far[0] = mat4x4f(far[0][1], far[0][2], far[0][3], vec4f());
    far[1] = mat4x4f(far[1][1], far[1][2], far[1][3], vec4f());
    far[2] = mat4x4f(far[2][1], far[2][2], far[2][3], vec4f());
    far[3] = mat4x4f(far[3][1], far[3][2], far[3][3], vec4f());
  }
}

fn finish(z: vec4f) -> vec4f {
  if BACKWARD { return z; }
  return activate(z);
}

fn bias_at(channel4: u32) -> vec4f { return vec4f(bias[min(channel4, sizes.to_channels / 4 - 1)]); }

@compute @workgroup_size(1, WORKGROUP)
fn convolution_forward(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = (id.z * groups.y * WORKGROUP + id.y) * 8;
  let to4 = id.x * 4;
  let biases = mat4x4f(bias_at(to4), bias_at(to4 + 1), bias_at(to4 + 2), bias_at(to4 + 3));
  store(first, to4, product(first, to4, lane, biases));
}

@compute @workgroup_size(1, WORKGROUP)
fn convolution_input_gradient(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = (id.z * groups.y * WORKGROUP + id.y) * 8;
  let to4 = id.x * 4;
  store(first, to4, product(first, to4, lane, mat4x4f()));
}
