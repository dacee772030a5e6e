// Convolution for any numbers of channels and filters (an image of one channel, ten filters), forward and backward to
// the input. Loads are scalar. A thread owns 8 pixels × 8 channels as outer products. After conv2d_image.wgsl.
// consts: WORKGROUP, BACKWARD, BIAS (binding). alias Real: f32 or f16.

@group(0) @binding(0) var<storage, read> source: array<Real>; // (B, FROM_HEIGHT, FROM_WIDTH, FROM_CHANNELS)
@group(0) @binding(1) var<storage, read> weight: array<Real>; // (KERNEL_HEIGHT, KERNEL_WIDTH, C, filters)
@group(0) @binding(2) var<storage, read_write> result: array<Real>; // (B, TO_HEIGHT, TO_WIDTH, TO_CHANNELS)
@group(0) @binding(BIAS) var<storage, read> bias: array<Real>; // forward only

fn load(seen: Sight, channel: u32) -> vec4f {
  let at = seen.pixel * sizes.from_channels + channel;
  let values = vec4f(f32(source[at.x]), f32(source[at.y]), f32(source[at.z]), f32(source[at.w]));
  return select(vec4f(), values, seen.inside);
}

fn weights(at: vec4u) -> vec4f {
  return vec4f(f32(weight[at.x]), f32(weight[at.y]), f32(weight[at.z]), f32(weight[at.w]));
}

// Four channels of TO. Channels past the end repeat the last one and are never written.
fn weights_to(to: u32) -> vec4u {
  return min(to + vec4u(0, 1, 2, 3), vec4u(sizes.to_channels - 1)) * select(1u, sizes.from_channels, BACKWARD);
}

// Columns are pixels.
fn outer(channels: vec4f, pixels: vec4f) -> mat4x4f {
  return mat4x4f(channels * pixels.x, channels * pixels.y, channels * pixels.z, channels * pixels.w);
}

fn product(first: u32, to: u32) -> array<mat4x4f, 4> {
  let near = pixels_from(first);
  let far = pixels_from(first + 4);
  let w0 = weights_to(to);
  let w1 = weights_to(to + 4);
  var c00 = mat4x4f(); var c01 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f();
  for (var p = 0u; p < sizes.kernel_height; p++) {
    for (var q = 0u; q < sizes.kernel_width; q++) {
      let near_seen = see(near, p, q);
      let far_seen = see(far, p, q);
      // Backward with a stride, most taps of a pixel have no window.
      if !any(near_seen.inside | far_seen.inside) { continue; }
      let tap = (p * sizes.kernel_width + q) * sizes.from_channels * sizes.to_channels;
      for (var channel = 0u; channel < sizes.from_channels; channel++) {
        let top = load(near_seen, channel);
        let low = load(far_seen, channel);
        let at = tap + channel * select(sizes.to_channels, 1u, BACKWARD);
        let left = weights(w0 + at);
        let right = weights(w1 + at);
        c00 += outer(left, top);
        c01 += outer(right, top);
        c10 += outer(left, low);
        c11 += outer(right, low);
      }
    }
  }
  return array<mat4x4f, 4>(c00, c01, c10, c11);
}

@compute @workgroup_size(1, WORKGROUP)
fn convolution_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let first = (id.z * groups.y * WORKGROUP + id.y) * 8;
  let to = id.x * 8;
  var blocks = product(first, to);
  // Loops, because 64 inlined stores are slow to compile.
  for (var i = 0u; i < 16; i++) {
    let pixel = first + i / 8 * 4 + i % 4;
    let channel = to + i / 4 % 2 * 4;
    if pixel >= sizes.batch * sizes.to_height * sizes.to_width { continue; }
    let z = blocks[i / 4][i % 4] + biases_of(channel);
    let values = activate(z);
    for (var j = 0u; j < 4; j++) {
      if channel + j < sizes.to_channels { result[pixel * sizes.to_channels + channel + j] = Real(values[j]); }
    }
  }
}

fn biases_of(channel: u32) -> vec4f {
  let at = min(channel + vec4u(0, 1, 2, 3), vec4u(sizes.to_channels - 1));
  return vec4f(f32(bias[at.x]), f32(bias[at.y]), f32(bias[at.z]), f32(bias[at.w]));
}

@compute @workgroup_size(1, WORKGROUP)
fn convolution_input_gradient(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let first = (id.z * groups.y * WORKGROUP + id.y) * 8;
  let to = id.x * 8;
  var blocks = product(first, to);
  for (var i = 0u; i < 16; i++) {
    let pixel = first + i / 8 * 4 + i % 4;
    let channel = to + i / 4 % 2 * 4;
    if pixel >= sizes.batch * sizes.to_height * sizes.to_width { continue; }
    let values = blocks[i / 4][i % 4];
    for (var j = 0u; j < 4; j++) {
      if channel + j < sizes.to_channels { result[pixel * sizes.to_channels + channel + j] = Real(values[j]); }
    }
  }
}
