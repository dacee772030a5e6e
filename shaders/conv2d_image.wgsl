// Shared by the convolution kernels. FROM is the image read, TO the image written: which pixel of FROM does a pixel
// of TO meet through a tap of the window? Forward, TO is the output. Backward to the input, TO is the input, and the
// gather finds the output pixel whose window covers it there. Pixels are counted through the batch. Sizes are data,
// so that one pipeline serves every shape.
// consts: BACKWARD, SIZES (binding).

struct Sizes {
  batch: u32,
  from_height: u32,
  from_width: u32,
  from_channels: u32,
  to_height: u32,
  to_width: u32,
  to_channels: u32,
  kernel_height: u32,
  kernel_width: u32,
  stride: u32,
  top: u32,
  left: u32,
  activation: u32, // forward: 0 none, 1 relu, 2 tanh
}

@group(0) @binding(SIZES) var<uniform> sizes: Sizes;

// Four consecutive pixels of TO.
struct Pixels {
  image: vec4u, // FROM's first row of their example
  row: vec4i,
  column: vec4i,
}

// Four pixels of FROM, and whether they exist. A pixel that does not exist counts as zero.
struct Sight {
  pixel: vec4u,
  inside: vec4<bool>,
}

// Pixels past the end repeat the last one and are never written.
fn pixels_from(first: u32) -> Pixels {
  let pixel = min(first + vec4u(0, 1, 2, 3), vec4u(sizes.batch * sizes.to_height * sizes.to_width - 1));
  let row = pixel / sizes.to_width;
  let image = row / sizes.to_height;
  return Pixels(image * sizes.from_height, vec4i(row - image * sizes.to_height), vec4i(pixel - row * sizes.to_width));
}

fn see(pixels: Pixels, p: u32, q: u32) -> Sight {
  let stride = i32(sizes.stride);
  var row: vec4i;
  var column: vec4i;
  var inside = vec4<bool>(true);
  if BACKWARD {
    row = pixels.row + (i32(sizes.top) - i32(p));
    column = pixels.column + (i32(sizes.left) - i32(q));
    if sizes.stride > 1 {
      inside = (row % stride == vec4i()) & (column % stride == vec4i());
      // Division rounds towards zero: keep places above or left of the image negative.
      row = select(row / stride, vec4i(-1), row < vec4i());
      column = select(column / stride, vec4i(-1), column < vec4i());
    }
  } else {
    row = pixels.row * stride + (i32(p) - i32(sizes.top));
    column = pixels.column * stride + (i32(q) - i32(sizes.left));
  }
  let height = vec4i(i32(sizes.from_height));
  let width = vec4i(i32(sizes.from_width));
  inside &= (row >= vec4i()) & (row < height) & (column >= vec4i()) & (column < width);
  let line = pixels.image + vec4u(clamp(row, vec4i(), height - 1));
  return Sight(line * sizes.from_width + vec4u(clamp(column, vec4i(), width - 1)), inside);
}

// The state of a walk over taps and channels, in one loop.
struct Step {
  p: u32,
  q: u32,
  channel: u32,
}

// The next step: of `channels`, after them of the taps of a row, after them of the rows.
fn after(step: Step, channels: u32) -> Step {
  let next_tap = step.channel + 1 == channels;
  let next_row = next_tap && step.q + 1 == sizes.kernel_width;
  return Step(
    step.p + select(0u, 1u, next_row),
    select(step.q + select(0u, 1u, next_tap), 0u, next_row),
    select(step.channel + 1, 0u, next_tap),
  );
}

fn activate(z: vec4f) -> vec4f {
  switch sizes.activation {
    // Not max: it may turn NaN into 0 and hide a divergence.
    case 1u: { return select(z, vec4f(), z <= vec4f()); }
    case 2u: {
      // The formula of activation.wgsl.
      let t = exp(-2 * abs(z));
      let s = z * z;
      let near = ((((-0.00570498872745 * s + 0.0206390887954) * s - 0.0537397155531) * s + 0.133314422036) * s - 0.333332819422) * s;
      return select(sign(z) * (1 - t) / (1 + t), z + z * near, abs(z) < vec4f(0.625));
    }
    default: { return z; }
  }
}
