// The product of conv2d_direct.wgsl for whole vectors of channels and filters. With w = four rows of weights as
// columns and s = four pixels as columns, a block += w · s. Lanes of a quad own the same channels. In
// conv2d_quad.wgsl each lane loads a quarter of the weights, in conv2d_alone.wgsl all of them.

fn load(seen: Sight, channel4: u32) -> mat4x4f {
  let at = seen.pixel * (sizes.from_channels / 4) + channel4;
  return mat4x4f(
    select(vec4f(), vec4f(source[at.x]), seen.inside.x),
    select(vec4f(), vec4f(source[at.y]), seen.inside.y),
    select(vec4f(), vec4f(source[at.z]), seen.inside.z),
    select(vec4f(), vec4f(source[at.w]), seen.inside.w),
  );
}

// Vector `row` in memory of a 4×4 block of weights (four channels of FROM, four of TO). `at` is the block's first
// vector. In the backward pass vectors lie along FROM and are transposed in registers.
fn weight_row(at: u32, row: u32) -> vec4f {
  return vec4f(weight[at + row * select(sizes.to_channels, sizes.from_channels, BACKWARD) / 4]);
}

// The first vector for four channels of TO. Past the end the last four are read again and never written.
fn weights_to(to4: u32) -> u32 {
  return min(to4, sizes.to_channels / 4 - 1) * select(1u, sizes.from_channels, BACKWARD);
}

  // Backward with a stride, most taps of a pixel have no window. A tap is skipped when that holds for the whole quad.
fn next_seen(from_step: Step, near: Pixels, far: Pixels) -> Step {
  var step = from_step;
  if !BACKWARD || sizes.stride == 1 { return step; }
  while step.p < sizes.kernel_height {
    if any_lane(any(see(near, step.p, step.q).inside | see(far, step.p, step.q).inside)) { break; }
    step = after(step, 1);
  }
  return step;
}

@diagnostic(off, subgroup_uniformity)
fn product(first: u32, to4: u32, lane: u32, start: mat4x4f) -> array<mat4x4f, 8> {
  let near = pixels_from(first);
  let far = pixels_from(first + 4);
  let w0 = weights_to(to4);
  let w1 = weights_to(to4 + 1);
  let w2 = weights_to(to4 + 2);
  let w3 = weights_to(to4 + 3);
  var c00 = columns_of(start[0]); var c01 = columns_of(start[1]);
  var c02 = columns_of(start[2]); var c03 = columns_of(start[3]);
  var c10 = c00; var c11 = c01; var c12 = c02; var c13 = c03;
  var step = next_seen(Step(), near, far);
  while step.p < sizes.kernel_height {
    let tap = (step.p * sizes.kernel_width + step.q) * (sizes.from_channels * sizes.to_channels / 4);
    let at = tap + step.channel * select(sizes.to_channels, 1u, BACKWARD);
    let top = load(see(near, step.p, step.q), step.channel);
    let low = load(see(far, step.p, step.q), step.channel);
    var block = weights(w0 + at, lane);
    c00 += block * top;
    c10 += block * low;
    block = weights(w1 + at, lane);
    c01 += block * top;
    c11 += block * low;
    block = weights(w2 + at, lane);
    c02 += block * top;
    c12 += block * low;
    block = weights(w3 + at, lane);
    c03 += block * top;
    c13 += block * low;
    step = next_seen(after(step, sizes.from_channels / 4), near, far);
  }
  return array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13);
}
