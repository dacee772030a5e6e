// Sharing for attention_lanes without subgroups: every lane loads all four positions.

fn others_of_qkv(at: vec4u, lane: u32, d: u32) -> mat4x4f { return of_qkv(at, d); }

fn others_of_d_out(at: vec4u, lane: u32, d: u32) -> mat4x4f { return of_d_out(at, d); }
