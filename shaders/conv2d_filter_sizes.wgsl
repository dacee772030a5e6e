// What all kernels of a convolution's weight gradient are told: the images, the weights (rows = taps · channels, filters), and
// the span of output rows that one partial sum takes.

struct Sizes {
  batch: u32,
  height: u32,
  width: u32,
  channels: u32,
  out_height: u32,
  out_width: u32,
  filters: u32,
  kernel_width: u32,
  rows: u32,
  stride: u32,
  top: u32,
  left: u32,
  span: u32, // output rows
}

@group(0) @binding(3) var<uniform> sizes: Sizes;
