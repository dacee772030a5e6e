// Sharing for attention_lanes: each lane of the quad loads one of four positions and passes it to the others.

fn shared_by_quad(mine: vec4f) -> mat4x4f {
  return mat4x4f(
    quadBroadcast(mine, 0u),
    quadBroadcast(mine, 1u),
    quadBroadcast(mine, 2u),
    quadBroadcast(mine, 3u),
  );
}

fn others_of_qkv(at: vec4u, lane: u32, d: u32) -> mat4x4f {
  return shared_by_quad(vec4f(qkv[at[lane] + d]));
}

fn others_of_d_out(at: vec4u, lane: u32, d: u32) -> mat4x4f {
  return shared_by_quad(vec4f(d_out[at[lane] + d]));
}
