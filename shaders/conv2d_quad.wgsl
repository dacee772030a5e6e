// Sharing for the convolution kernels with subgroups: each lane of a quad loads one vector of a block, and the four
// exchange them.

@diagnostic(off, subgroup_uniformity) // a quad's lanes skip the same taps
fn any_lane(value: bool) -> bool { return subgroupAny(value); }

@diagnostic(off, subgroup_uniformity)
fn weights(at: u32, lane: u32) -> mat4x4f {
  let mine = weight_row(at, lane % 4);
  let block = mat4x4f(
    quadBroadcast(mine, 0u),
    quadBroadcast(mine, 1u),
    quadBroadcast(mine, 2u),
    quadBroadcast(mine, 3u),
  );
  if BACKWARD { return transpose(block); }
  return block;
}
