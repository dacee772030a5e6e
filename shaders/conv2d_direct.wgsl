// Convolution in registers, forward and backward to the input: an implicit matmul without workgroup memory
// (matmul_lanes.wgsl says why). A thread owns 8 pixels × 16 channels of TO as eight 4×4 blocks; a block is a mat4x4f
// whose *columns* are pixels. conv2d_whole.wgsl or conv2d_thin.wgsl has the product; conv2d_image.wgsl comes first.
// consts: WORKGROUP (a multiple of 4), BACKWARD, BIAS (binding). aliases: Real f32 or f16, Source as FROM is loaded.

@group(0) @binding(0) var<storage, read> source: array<Source>; // (B, FROM_HEIGHT, FROM_WIDTH, FROM_CHANNELS)
@group(0) @binding(1) var<storage, read> weight: array<vec4<Real>>; // (KERNEL_HEIGHT, KERNEL_WIDTH, C, filters)
@group(0) @binding(2) var<storage, read_write> result: array<vec4<Real>>; // (B, TO_HEIGHT, TO_WIDTH, TO_CHANNELS)
@group(0) @binding(BIAS) var<storage, read> bias: array<vec4<Real>>; // forward only

@compute @workgroup_size(1, WORKGROUP)
fn convolution_forward(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = (id.z * groups.y * WORKGROUP + id.y) * 8;
  let to4 = id.x * 4;
  var blocks = product(first, to4, lane);
  // A loop, not 32 inlined stores: those are slow to compile.
  for (var i = 0u; i < 32; i++) {
    let pixel = first + i / 16 * 4 + i % 4;
    let channel4 = to4 + i / 4 % 4;
    if pixel < sizes.batch * sizes.to_height * sizes.to_width && channel4 < sizes.to_channels / 4 {
      let z = blocks[i / 4][i % 4] + vec4f(bias[channel4]);
      result[pixel * (sizes.to_channels / 4) + channel4] = vec4<Real>(activate(z));
    }
  }
}

@compute @workgroup_size(1, WORKGROUP)
fn convolution_input_gradient(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = (id.z * groups.y * WORKGROUP + id.y) * 8;
  let to4 = id.x * 4;
  var blocks = product(first, to4, lane);
  for (var i = 0u; i < 32; i++) {
    let pixel = first + i / 16 * 4 + i % 4;
    let channel4 = to4 + i / 4 % 4;
    if pixel < sizes.batch * sizes.to_height * sizes.to_width && channel4 < sizes.to_channels / 4 {
      result[pixel * (sizes.to_channels / 4) + channel4] = vec4<Real>(blocks[i / 4][i % 4]);
    }
  }
}
