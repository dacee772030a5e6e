// What the convolution kernels share: which pixel of the image read (FROM) a pixel of the image written (TO) sees
// through a tap of the window. Forward, TO is the output; backward to the input, TO is the input and the gather asks
// which output pixel's window shows it there. Pixels are counted through the batch.
// consts: BACKWARD; forward: ACTIVATION 0 none, 1 relu, 2 tanh.

override BATCH: u32;
override FROM_HEIGHT: u32;
override FROM_WIDTH: u32;
override FROM_CHANNELS: u32;
override TO_HEIGHT: u32;
override TO_WIDTH: u32;
override TO_CHANNELS: u32;
override KERNEL_HEIGHT: u32;
override KERNEL_WIDTH: u32;
override STRIDE: u32;
override TOP: u32;
override LEFT: u32;

// Four consecutive pixels of TO.
struct Pixels {
  image: vec4u, // FROM's first row of their example
  row: vec4i,
  column: vec4i,
}

// Four pixels of FROM, and whether they exist: what does not is zero.
struct Sight {
  pixel: vec4u,
  inside: vec4<bool>,
}

// Pixels past the end repeat the last one and are never written.
fn pixels_from(first: u32) -> Pixels {
  let pixel = min(first + vec4u(0, 1, 2, 3), vec4u(BATCH * TO_HEIGHT * TO_WIDTH - 1));
  let row = pixel / TO_WIDTH;
  let image = row / TO_HEIGHT;
  return Pixels(image * FROM_HEIGHT, vec4i(row - image * TO_HEIGHT), vec4i(pixel - row * TO_WIDTH));
}

fn see(pixels: Pixels, p: u32, q: u32) -> Sight {
  let stride = i32(STRIDE);
  var row: vec4i;
  var column: vec4i;
  var inside = vec4<bool>(true);
  if BACKWARD {
    row = pixels.row + (i32(TOP) - i32(p));
    column = pixels.column + (i32(LEFT) - i32(q));
    if STRIDE > 1 {
      inside = (row % stride == vec4i()) & (column % stride == vec4i());
      // Rounds towards zero: keep what is above or left of the image negative.
      row = select(row / stride, vec4i(-1), row < vec4i());
      column = select(column / stride, vec4i(-1), column < vec4i());
    }
  } else {
    row = pixels.row * stride + (i32(p) - i32(TOP));
    column = pixels.column * stride + (i32(q) - i32(LEFT));
  }
  let height = vec4i(i32(FROM_HEIGHT));
  let width = vec4i(i32(FROM_WIDTH));
  inside &= (row >= vec4i()) & (row < height) & (column >= vec4i()) & (column < width);
  let line = pixels.image + vec4u(clamp(row, vec4i(), height - 1));
  return Sight(line * FROM_WIDTH + vec4u(clamp(column, vec4i(), width - 1)), inside);
}

fn activate(z: vec4f) -> vec4f {
  switch ACTIVATION {
    // Not max: it may turn NaN into 0 and hide a divergence.
    case 1u: { return select(z, vec4f(), z <= vec4f()); }
    case 2u: {
      // exp of a negative number only: no overflow, whatever |z|.
      let t = exp(-2 * abs(z));
      return sign(z) * (1 - t) / (1 + t);
    }
    default: { return z; }
  }
}
