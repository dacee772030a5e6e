// Convolution for software adapters, forward and backward to the input: an implicit matmul without workgroup memory
// (matmul_direct.wgsl says why), whole vectors of channels and filters. A thread owns 8 pixels × 16 channels as eight
// 4×4 blocks; a block is a mat4x4f whose *columns* are pixels, so that with w = four rows of weights as columns and
// s = four pixels as columns, block += w · s. After conv2d_image.wgsl.
// consts: WORKGROUP_X, WORKGROUP_Y, BACKWARD. alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> source: array<vec4<Real>>; // (B, FROM_HEIGHT, FROM_WIDTH, FROM_CHANNELS)
@group(0) @binding(1) var<storage, read> weight: array<vec4<Real>>; // (KERNEL_HEIGHT, KERNEL_WIDTH, C, filters)
@group(0) @binding(2) var<storage, read_write> result: array<vec4<Real>>; // (B, TO_HEIGHT, TO_WIDTH, TO_CHANNELS)
@group(0) @binding(3) var<storage, read> bias: array<vec4<Real>>; // forward only

fn load(seen: Sight, channel4: u32) -> mat4x4f {
  let at = seen.pixel * (FROM_CHANNELS / 4) + channel4;
  return mat4x4f(
    select(vec4f(), vec4f(source[at.x]), seen.inside.x),
    select(vec4f(), vec4f(source[at.y]), seen.inside.y),
    select(vec4f(), vec4f(source[at.z]), seen.inside.z),
    select(vec4f(), vec4f(source[at.w]), seen.inside.w),
  );
}

// Four channels of FROM as columns, four of TO as rows. Backward, weights are contiguous along FROM: transposed in
// registers.
fn weights(at: vec4u) -> mat4x4f {
  let block = mat4x4f(
    vec4f(weight[at.x]),
    vec4f(weight[at.y]),
    vec4f(weight[at.z]),
    vec4f(weight[at.w]),
  );
  if BACKWARD { return transpose(block); }
  return block;
}

// The first of four channels of TO; past the end the last four are read again and never written.
fn weights_to(to4: u32) -> vec4u {
  let channel4 = min(to4, TO_CHANNELS / 4 - 1);
  let four = vec4u(0, 1, 2, 3);
  if BACKWARD { return (channel4 * 4 + four) * (FROM_CHANNELS / 4); }
  return channel4 + four * (TO_CHANNELS / 4);
}

fn product(first: u32, to4: u32) -> array<mat4x4f, 8> {
  let near = pixels_from(first);
  let far = pixels_from(first + 4);
  let w0 = weights_to(to4);
  let w1 = weights_to(to4 + 1);
  let w2 = weights_to(to4 + 2);
  let w3 = weights_to(to4 + 3);
  var c00 = mat4x4f(); var c01 = mat4x4f(); var c02 = mat4x4f(); var c03 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f(); var c12 = mat4x4f(); var c13 = mat4x4f();
  for (var p = 0u; p < KERNEL_HEIGHT; p++) {
    for (var q = 0u; q < KERNEL_WIDTH; q++) {
      let near_seen = see(near, p, q);
      let far_seen = see(far, p, q);
      // Backward with a stride, most taps of a pixel have no window.
      if !any(near_seen.inside | far_seen.inside) { continue; }
      let tap = (p * KERNEL_WIDTH + q) * (FROM_CHANNELS * TO_CHANNELS / 4);
      for (var from4 = 0u; from4 < FROM_CHANNELS / 4; from4++) {
        let top = load(near_seen, from4);
        let low = load(far_seen, from4);
        let at = tap + from4 * select(TO_CHANNELS, 1u, BACKWARD);
        var block = weights(w0 + at);
        c00 += block * top;
        c10 += block * low;
        block = weights(w1 + at);
        c01 += block * top;
        c11 += block * low;
        block = weights(w2 + at);
        c02 += block * top;
        c12 += block * low;
        block = weights(w3 + at);
        c03 += block * top;
        c13 += block * low;
      }
    }
  }
  return array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13);
}

@compute @workgroup_size(WORKGROUP_X, WORKGROUP_Y)
fn convolution_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let first = (id.z * groups.y * WORKGROUP_Y + id.y) * 8;
  let to4 = id.x * 4;
  var blocks = product(first, to4);
  // A loop, not 32 inlined stores: those are slow to compile.
  for (var i = 0u; i < 32; i++) {
    let pixel = first + i / 16 * 4 + i % 4;
    let channel4 = to4 + i / 4 % 4;
    if pixel < BATCH * TO_HEIGHT * TO_WIDTH && channel4 < TO_CHANNELS / 4 {
      let z = blocks[i / 4][i % 4] + vec4f(bias[channel4]);
      result[pixel * (TO_CHANNELS / 4) + channel4] = vec4<Real>(activate(z));
    }
  }
}

@compute @workgroup_size(WORKGROUP_X, WORKGROUP_Y)
fn convolution_input_gradient(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let first = (id.z * groups.y * WORKGROUP_Y + id.y) * 8;
  let to4 = id.x * 4;
  var blocks = product(first, to4);
  for (var i = 0u; i < 32; i++) {
    let pixel = first + i / 16 * 4 + i % 4;
    let channel4 = to4 + i / 4 % 4;
    if pixel < BATCH * TO_HEIGHT * TO_WIDTH && channel4 < TO_CHANNELS / 4 {
      result[pixel * (TO_CHANNELS / 4) + channel4] = vec4<Real>(blocks[i / 4][i % 4]);
    }
  }
}
