// Sharing for conv2d_filter.wgsl without subgroups: each lane loads all four pixels of dy.

fn dy_block(line: DyLine, filter4: u32, lane: u32) -> mat4x4f {
  return mat4x4f(
    dy_row(line, filter4, 0),
    dy_row(line, filter4, 1),
    dy_row(line, filter4, 2),
    dy_row(line, filter4, 3),
  );
}
