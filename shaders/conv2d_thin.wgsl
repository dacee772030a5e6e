// The product of conv2d_direct.wgsl forward from any number of channels, as from an image of one: outer products, one
// channel of one tap at a time.

fn load(seen: Sight, channel: u32) -> vec4f {
  let at = seen.pixel * sizes.from_channels + channel;
  let values = vec4f(f32(source[at.x]), f32(source[at.y]), f32(source[at.z]), f32(source[at.w]));
  return select(vec4f(), values, seen.inside);
}

// Columns are pixels.
fn outer(channels: vec4f, pixels: vec4f) -> mat4x4f {
  return mat4x4f(channels * pixels.x, channels * pixels.y, channels * pixels.z, channels * pixels.w);
}

// `at` is the first of four vectors of one channel of one tap. Past the end another channel's are read and never written.
fn weight_row(at: u32, row: u32) -> vec4f {
  return vec4f(weight[min(at + row, arrayLength(&weight) - 1)]);
}

fn product(first: u32, to4: u32, lane: u32, start: mat4x4f) -> array<mat4x4f, 8> {
  let near = pixels_from(first);
  let far = pixels_from(first + 4);
  let tos = sizes.to_channels / 4;
  var c00 = columns_of(start[0]); var c01 = columns_of(start[1]);
  var c02 = columns_of(start[2]); var c03 = columns_of(start[3]);
  var c10 = c00; var c11 = c01; var c12 = c02; var c13 = c03;
  for (var p = 0u; p < sizes.kernel_height; p++) {
    for (var q = 0u; q < sizes.kernel_width; q++) {
      let near_seen = see(near, p, q);
      let far_seen = see(far, p, q);
      let tap = (p * sizes.kernel_width + q) * sizes.from_channels;
      for (var channel = 0u; channel < sizes.from_channels; channel++) {
        let top = load(near_seen, channel);
        let low = load(far_seen, channel);
        let w = weights((tap + channel) * tos + to4, lane);
        c00 += outer(w[0], top);
        c10 += outer(w[0], low);
        c01 += outer(w[1], top);
        c11 += outer(w[1], low);
        c02 += outer(w[2], top);
        c12 += outer(w[2], low);
        c03 += outer(w[3], top);
        c13 += outer(w[3], low);
      }
    }
  }
  return array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13);
}
