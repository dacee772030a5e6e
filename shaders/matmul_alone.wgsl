// Sharing for matmul_lanes without subgroups: a lane loads its neighbour's part itself.

fn rows_from_neighbour(mine: mat4x4f, rows: vec4u, steps: Steps) -> mat4x4f {
  return load_a(rows, steps);
}

fn columns_from_neighbour(mine: mat4x4f, columns: vec4u, steps: Steps) -> mat4x4f {
  return load_b(columns, steps);
}
