// Global memory of matmul_tiled in scalars: any M, N, K. Neighbouring threads read neighbouring elements.
// Rows and columns past the edge repeat the last ones and are never written; k past the edge counts as zero.

fn load_a(lane: u32, first_row: u32, first_k: u32, end_k: u32) {
  for (var piece = lane; piece < TILE_M * TILE_K; piece += THREADS) {
    var m = piece / TILE_K;
    var k = piece % TILE_K;
    if A_ALONG_M {
      m = piece % TILE_M;
      k = piece / TILE_M;
    }
    let row = min(first_row + m, sizes.m - 1);
    let from_k = min(first_k + k, sizes.k - 1);
    let at = select(row * sizes.k + from_k, from_k * sizes.m + row, A_ALONG_M);
    a_tile[k * TILE_M + m] = select(0, f32(a[at]), first_k + k < end_k);
  }
}

fn load_b(lane: u32, first_column: u32, first_k: u32, end_k: u32) {
  for (var piece = lane; piece < TILE_N * TILE_K; piece += THREADS) {
    var n = piece % TILE_N;
    var k = piece / TILE_N;
    if B_ALONG_K {
      n = piece / TILE_K;
      k = piece % TILE_K;
    }
    let column = min(first_column + n, sizes.n - 1);
    let from_k = min(first_k + k, sizes.k - 1);
    let at = select(from_k * sizes.n + column, column * sizes.k + from_k, B_ALONG_K);
    b_tile[k * TILE_N + n] = select(0, element(b[place_of(at)], at), first_k + k < end_k);
  }
}

fn store4(row: u32, column: u32, value: vec4f) {
  for (var j = 0u; j < 4; j++) {
    if column + j < sizes.n { store(row * sizes.n + column + j, column + j, value[j]); }
  }
}
