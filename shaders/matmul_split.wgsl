// The second half of a split-K matmul: C (M, N) = or += epilogue(Σ partials (SPLITS, M, N)), in a fixed order.
// consts: THREADS, OUT (binding of C), ACCUMULATE.

@group(0) @binding(0) var<storage, read> partials: array<vec4f>;
@group(0) @binding(OUT) var<storage, read_write> c: array<vec4f>;

override SPLITS: u32;
override LENGTH4: u32; // M·N/4
override N: u32;

@compute @workgroup_size(THREADS)
fn matmul_split(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let at = id.y * groups.x * THREADS + id.x;
  if at >= LENGTH4 { return; }
  var sum = vec4f();
  for (var split = 0u; split < SPLITS; split++) { sum += partials[split * LENGTH4 + at]; }
  let value = epilogue(sum, at % (N / 4));
  if ACCUMULATE { c[at] += value; } else { c[at] = value; }
}
