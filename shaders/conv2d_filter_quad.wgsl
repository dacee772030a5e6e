// Sharing for conv2d_filter.wgsl with subgroups: each lane of a quad loads one pixel of dy, and the four exchange them.

fn dy_block(line: DyLine, filter4: u32, lane: u32) -> mat4x4f {
  let mine = dy_row(line, filter4, lane % 4);
  return mat4x4f(
    quadBroadcast(mine, 0u),
    quadBroadcast(mine, 1u),
    quadBroadcast(mine, 2u),
    quadBroadcast(mine, 3u),
  );
}
