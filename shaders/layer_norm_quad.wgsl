// Sharing for layer_norm_rows.wgsl with subgroups: the four threads of a quad add up one partial sum.

const SHARERS = 4;

fn sum_over_sharers(mine: vec4f) -> vec4f {
  let pair = mine + quadSwapX(mine);
  return pair + quadSwapY(pair);
}
