// matmul_lanes with SIDE = 16: 4 × 4 blocks of 4 × 4 per lane. A block's columns are rows of C.
// The products go row by row of A, so that four values of A stay in registers while those of B are streamed.

fn row_times(row: vec4f, b0: mat4x4f, b1: mat4x4f, b2: mat4x4f, b3: mat4x4f) -> mat4x4f {
  return mat4x4f(b0 * row, b1 * row, b2 * row, b3 * row);
}

@compute @workgroup_size(4 * QUADS)
fn matmul_lanes_16(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let place = place_of(group.y * groups.x + group.x, lane);
  let rows0 = rows_at(place.row);
  let rows1 = rows_at(place.row + 4);
  let rows2 = rows_at(place.neighbour_row);
  let rows3 = rows_at(place.neighbour_row + 4);
  let columns0 = columns_at(place.column);
  let columns1 = columns_at(place.column + 4);
  let columns2 = columns_at(place.neighbour_column);
  let columns3 = columns_at(place.neighbour_column + 4);
  // One row of C each: (16 columns).
  var c0 = mat4x4f(); var c1 = mat4x4f(); var c2 = mat4x4f(); var c3 = mat4x4f();
  var c4 = mat4x4f(); var c5 = mat4x4f(); var c6 = mat4x4f(); var c7 = mat4x4f();
  var c8 = mat4x4f(); var c9 = mat4x4f(); var c10 = mat4x4f(); var c11 = mat4x4f();
  var c12 = mat4x4f(); var c13 = mat4x4f(); var c14 = mat4x4f(); var c15 = mat4x4f();
  for (var k = 0u; k < sizes.k; k += 4) {
    let steps = steps_at(k);
    let b0 = load_b(columns0, steps);
    let b1 = load_b(columns1, steps);
    let b2 = columns_from_neighbour(b0, columns2, steps);
    let b3 = columns_from_neighbour(b1, columns3, steps);
    let a0 = load_a(rows0, steps);
    let a1 = load_a(rows1, steps);
    let a2 = rows_from_neighbour(a0, rows2, steps);
    let a3 = rows_from_neighbour(a1, rows3, steps);
    c0 += row_times(a0[0], b0, b1, b2, b3);
    c1 += row_times(a0[1], b0, b1, b2, b3);
    c2 += row_times(a0[2], b0, b1, b2, b3);
    c3 += row_times(a0[3], b0, b1, b2, b3);
    c4 += row_times(a1[0], b0, b1, b2, b3);
    c5 += row_times(a1[1], b0, b1, b2, b3);
    c6 += row_times(a1[2], b0, b1, b2, b3);
    c7 += row_times(a1[3], b0, b1, b2, b3);
    c8 += row_times(a2[0], b0, b1, b2, b3);
    c9 += row_times(a2[1], b0, b1, b2, b3);
    c10 += row_times(a2[2], b0, b1, b2, b3);
    c11 += row_times(a2[3], b0, b1, b2, b3);
    c12 += row_times(a3[0], b0, b1, b2, b3);
    c13 += row_times(a3[1], b0, b1, b2, b3);
    c14 += row_times(a3[2], b0, b1, b2, b3);
    c15 += row_times(a3[3], b0, b1, b2, b3);
  }
  // A loop, because 256 inlined epilogues took longer to compile than the product.
  var rows = array<mat4x4f, 16>(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15);
  for (var i = 0u; i < 16; i++) {
    let row = select(place.row, place.neighbour_row - 8, i >= 8) + i;
    for (var j = 0u; j < 16; j++) {
      let column = select(place.column, place.neighbour_column - 8, j >= 8) + j;
      store(row, column, rows[i][j / 4][j % 4]);
    }
  }
}
