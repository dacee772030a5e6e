// matmul_lanes with SIDE = 8: 2 × 2 blocks of 4 × 4 per lane, for small or narrow C. A block's columns are rows of C.

@compute @workgroup_size(4 * QUADS)
fn matmul_lanes_8(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let place = place_of(group.y * groups.x + group.x, lane);
  let rows0 = rows_at(place.row);
  let rows1 = rows_at(place.neighbour_row);
  let columns0 = columns_at(place.column);
  let columns1 = columns_at(place.neighbour_column);
  var c00 = mat4x4f(); var c01 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f();
  for (var k = 0u; k < sizes.k; k += 4) {
    let steps = steps_at(k);
    let a0 = load_a(rows0, steps);
    let a1 = rows_from_neighbour(a0, rows1, steps);
    let b0 = load_b(columns0, steps);
    let b1 = columns_from_neighbour(b0, columns1, steps);
    c00 += b0 * a0;
    c10 += b0 * a1;
    c01 += b1 * a0;
    c11 += b1 * a1;
  }
  // A loop, because 64 inlined epilogues took longer to compile than the product.
  var blocks = array<mat4x4f, 4>(c00, c01, c10, c11);
  for (var i = 0u; i < 8; i++) {
    let row = select(place.row, place.neighbour_row - 4, i >= 4) + i;
    for (var j = 0u; j < 8; j++) {
      let column = select(place.column, place.neighbour_column - 4, j >= 4) + j;
      store(row, column, blocks[i / 4 * 2 + j / 4][i % 4][j % 4]);
    }
  }
}
