// The windows of max- and average-pooling: which inputs an output reads, and which outputs an input reaches.
// A thread owns one pixel's Wide: a vector of four channels where CHANNELS % 4 = 0. WIDES = CHANNELS in units of Wide.
// Inputs are (BATCH, HEIGHT, WIDTH, WIDES), outputs (BATCH, OUT_HEIGHT, OUT_WIDTH, WIDES).

override BATCH: u32;
override HEIGHT: u32;
override WIDTH: u32;
override WIDES: u32;
override OUT_HEIGHT: u32;
override OUT_WIDTH: u32;
override KERNEL_HEIGHT: u32;
override KERNEL_WIDTH: u32;
override STRIDE: u32;

// The input at the first row and column of the window of output `to`.
fn window_corner(to: u32) -> u32 {
  let pixel = to / WIDES;
  let line = pixel / OUT_WIDTH;
  let image = line / OUT_HEIGHT;
  let row = (line - image * OUT_HEIGHT) * STRIDE;
  let column = (pixel - line * OUT_WIDTH) * STRIDE;
  return ((image * HEIGHT + row) * WIDTH + column) * WIDES + (to - pixel * WIDES);
}

// An input, and the windows that contain it: rows [first_i, end_i) and columns [first_j, end_j) of the outputs.
struct Covering {
  image: u32,
  row: u32,
  column: u32,
  wide: u32,
  first_i: u32,
  first_j: u32,
  end_i: u32,
  end_j: u32,
}

fn covering_windows(input: u32) -> Covering {
  let pixel = input / WIDES;
  let line = pixel / WIDTH;
  let image = line / HEIGHT;
  let row = line - image * HEIGHT;
  let column = pixel - line * WIDTH;
  // They begin at rows (row − KERNEL_HEIGHT, row] and likewise for columns.
  return Covering(
    image,
    row,
    column,
    input - pixel * WIDES,
    (max(row + 1, KERNEL_HEIGHT) - KERNEL_HEIGHT + STRIDE - 1) / STRIDE,
    (max(column + 1, KERNEL_WIDTH) - KERNEL_WIDTH + STRIDE - 1) / STRIDE,
    min(row / STRIDE + 1, OUT_HEIGHT),
    min(column / STRIDE + 1, OUT_WIDTH),
  );
}

fn output_at(image: u32, i: u32, j: u32, wide: u32) -> u32 {
  return ((image * OUT_HEIGHT + i) * OUT_WIDTH + j) * WIDES + wide;
}
