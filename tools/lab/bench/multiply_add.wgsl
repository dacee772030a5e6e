// The adapter's multiply–add ceiling: CHAINS independent vec4 chains per invocation, in registers, and nothing else.
// A chain stays bounded (it tends to term / (1 − factor)) and all are written, so no compiler can drop or fold them.
@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;

override ROUNDS: u32;

@compute @workgroup_size(WORKGROUP)
fn multiply_add(@builtin(global_invocation_id) id: vec3u) {
  let factor = vec4f(0.5 + f32(id.x & 1u) * 0.25);
  let term = vec4f(0.25);
CHAIN_DECLARATIONS
  for (var round = 0u; round < ROUNDS; round++) {
CHAIN_STEPS
  }
  out[id.x] = CHAIN_SUM;
}
