// Sharing for layer_norm_rows.wgsl without subgroups: each thread has a partial sum of its own.

const SHARERS = 1;

fn sum_over_sharers(mine: vec4f) -> vec4f { return mine; }
