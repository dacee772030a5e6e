// Sharing for matmul_lanes: a quad swap brings the neighbour's loads, which halves the loads of matmul_alone.wgsl.

fn rows_from_neighbour(mine: mat4x4f, rows: vec4u, steps: Steps) -> mat4x4f {
  return mat4x4f(quadSwapX(mine[0]), quadSwapX(mine[1]), quadSwapX(mine[2]), quadSwapX(mine[3]));
}

fn columns_from_neighbour(mine: mat4x4f, columns: vec4u, steps: Steps) -> mat4x4f {
  return mat4x4f(quadSwapY(mine[0]), quadSwapY(mine[1]), quadSwapY(mine[2]), quadSwapY(mine[3]));
}
