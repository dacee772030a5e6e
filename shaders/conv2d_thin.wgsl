// The product of conv2d_direct.wgsl for a forward pass from any number of channels, as from an image of one. It takes
// four steps (a channel of a tap) at a time, as columns of the weights' blocks and rows of the pixels' blocks.

fn load(pixels: Pixels, step: Step) -> vec4f {
  let seen = see(pixels, step.p, step.q);
  let at = seen.pixel * sizes.from_channels + step.channel;
  let values = vec4f(f32(source[at.x]), f32(source[at.y]), f32(source[at.z]), f32(source[at.w]));
  // Steps past the last count as zero.
  return select(vec4f(), values, seen.inside & vec4<bool>(step.p < sizes.kernel_height));
}

  // Reads past the end get another step's weights, which count as zero, or another channel's, which are never written.
fn weight_row(at: u32, row: u32) -> vec4f {
  return vec4f(weight[min(at + row * (sizes.to_channels / 4), arrayLength(&weight) - 1)]);
}

fn product(first: u32, to4: u32, lane: u32, start: mat4x4f) -> array<mat4x4f, 8> {
  let near = pixels_from(first);
  let far = pixels_from(first + 4);
  var c00 = columns_of(start[0]); var c01 = columns_of(start[1]);
  var c02 = columns_of(start[2]); var c03 = columns_of(start[3]);
  var c10 = c00; var c11 = c01; var c12 = c02; var c13 = c03;
  var step = Step();
  let steps = sizes.kernel_height * sizes.kernel_width * sizes.from_channels;
  for (var k = 0u; k < steps; k += 4) {
    let step1 = after(step, sizes.from_channels);
    let step2 = after(step1, sizes.from_channels);
    let step3 = after(step2, sizes.from_channels);
    let top = transpose(mat4x4f(load(near, step), load(near, step1), load(near, step2), load(near, step3)));
    let low = transpose(mat4x4f(load(far, step), load(far, step1), load(far, step2), load(far, step3)));
    let at = k * (sizes.to_channels / 4) + to4;
    var block = weights(at, lane);
    c00 += block * top;
    c10 += block * low;
    block = weights(at + 1, lane);
    c01 += block * top;
    c11 += block * low;
    block = weights(at + 2, lane);
    c02 += block * top;
    c12 += block * low;
    block = weights(at + 3, lane);
    c03 += block * top;
    c13 += block * low;
    step = after(step3, sizes.from_channels);
  }
  return array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13);
}
