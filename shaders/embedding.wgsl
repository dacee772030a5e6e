// Token and position embedding. One thread per Real, of four channels or of one. Sums run in ascending order, no atomics.
// The tables are read through matrix_*.wgsl.
// consts: THREADS. aliases: Real f32, f16, vec4f or vec4h; Wide f32 or vec4f; Matrix. C counts in units of Real.

@group(0) @binding(0) var<storage, read> inputs: array<f32>; // (B, T) token ids
@group(0) @binding(1) var<storage, read> tokens: array<Matrix>; // (V, C)
@group(0) @binding(2) var<storage, read> positions: array<Matrix>; // (T, C)
@group(0) @binding(3) var<storage, read_write> y: array<Real>; // (B, T, C)

@group(0) @binding(0) var<storage, read> dy: array<Real>; // (B, T, C)
@group(0) @binding(1) var<storage, read> order: array<u32>; // (V + 1) starts, then positions by token
@group(0) @binding(2) var<storage, read_write> token_gradient: array<Wide>; // (V, C)
@group(0) @binding(1) var<storage, read_write> position_gradient: array<Wide>; // (T, C)

override B: u32;
override T: u32;
override C: u32;
override V: u32;

fn index_of(id: vec3u, groups: vec3u) -> u32 {
  return id.y * groups.x * THREADS + id.x;
}

@compute @workgroup_size(THREADS)
fn embedding_forward(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = index_of(id, groups);
  if i >= B * T * C { return; }
  let row = i / C;
  let token = u32(inputs[row]) * C + i % C;
  let position = i % (T * C);
  y[i] = Real(element(tokens[place_of(token)], token) + element(positions[place_of(position)], position));
}

@compute @workgroup_size(THREADS)
fn embedding_tokens_backward(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let i = index_of(id, groups);
  if i >= V * C { return; }
  let token = i / C;
  let end = order[token + 1];
  var at = order[token];
  if at == end { return; }
  var sum = Wide();
  for (; at < end; at++) { sum += Wide(dy[order[V + 1 + at] * C + i % C]); }
  token_gradient[i] += sum;
}

@compute @workgroup_size(THREADS)
fn embedding_positions_backward(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  let i = index_of(id, groups);
  if i >= T * C { return; }
  var sum = Wide();
  for (var b = 0u; b < B; b++) { sum += Wide(dy[b * T * C + i]); }
  position_gradient[i] += sum;
}
