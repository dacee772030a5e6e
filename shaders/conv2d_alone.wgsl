// Sharing for the convolution kernels without subgroups: each lane loads all the weights.

fn any_lane(value: bool) -> bool { return value; }

fn weights(at: u32, lane: u32) -> mat4x4f {
  let block = mat4x4f(weight_row(at, 0), weight_row(at, 1), weight_row(at, 2), weight_row(at, 3));
  if BACKWARD { return transpose(block); }
  return block;
}
