// The second half of a split-K matmul: C (M, N) = or += epilogue(Σ partials (splits, M, N)), in a fixed order.
// aliases: Wide, WideC.  consts: THREADS, OUT (binding of C), SIZES.

struct Sizes {
  splits: u32,
  length: u32, // of C, in units of Wide
  columns: u32, // likewise
  accumulates: u32, // C += instead of C =
  activation: u32, // of the epilogue
}

@group(0) @binding(0) var<storage, read> partials: array<Wide>;
@group(0) @binding(OUT) var<storage, read_write> c: array<WideC>;
@group(0) @binding(SIZES) var<uniform> sizes: Sizes;

@compute @workgroup_size(THREADS)
fn matmul_split(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let at = id.y * groups.x * THREADS + id.x;
  if at >= sizes.length { return; }
  var sum = Wide();
  for (var split = 0u; split < sizes.splits; split++) { sum += partials[split * sizes.length + at]; }
  let finished = epilogue(sum, at % sizes.columns, at);
  if sizes.accumulates != 0 { c[at] = WideC(Wide(c[at]) + finished); } else { c[at] = WideC(finished); }
}
