// Global memory of matmul_tiled in vec4s. Needs N % 4 = 0, and K % 4 = 0 (nn, nt) or M % 4 = 0 (tn).
// Rows and columns past the edge repeat the last ones and are never written; k past the edge counts as zero.

fn load_a(lane: u32, first_row: u32, first_k: u32, end_k: u32) {
  for (var piece = lane; piece < TILE_M * TILE_K / 4; piece += THREADS) {
    if A_ALONG_M {
      let m = piece % (TILE_M / 4) * 4;
      let k = piece / (TILE_M / 4);
      let at = min(first_row + m, sizes.m - 4) / 4 + min(first_k + k, sizes.k - 1) * (sizes.m / 4);
      let value = select(vec4f(), vec4f(a[at]), first_k + k < end_k);
      let to = k * TILE_M + m;
      a_tile[to] = value.x;
      a_tile[to + 1] = value.y;
      a_tile[to + 2] = value.z;
      a_tile[to + 3] = value.w;
    } else {
      let k = piece % (TILE_K / 4) * 4;
      let m = piece / (TILE_K / 4);
      let at = min(first_row + m, sizes.m - 1) * (sizes.k / 4) + min(first_k + k, sizes.k - 4) / 4;
      let value = select(vec4f(), vec4f(a[at]), first_k + k < end_k);
      let to = k * TILE_M + m;
      a_tile[to] = value.x;
      a_tile[to + TILE_M] = value.y;
      a_tile[to + 2 * TILE_M] = value.z;
      a_tile[to + 3 * TILE_M] = value.w;
    }
  }
}

fn load_b(lane: u32, first_column: u32, first_k: u32, end_k: u32) {
  for (var piece = lane; piece < TILE_N * TILE_K / 4; piece += THREADS) {
    if B_ALONG_K {
      let k = piece % (TILE_K / 4) * 4;
      let n = piece / (TILE_K / 4);
      let at = min(first_column + n, sizes.n - 1) * (sizes.k / 4) + min(first_k + k, sizes.k - 4) / 4;
      let value = select(vec4f(), element(b[place_of(at)], at), first_k + k < end_k);
      let to = k * TILE_N + n;
      b_tile[to] = value.x;
      b_tile[to + TILE_N] = value.y;
      b_tile[to + 2 * TILE_N] = value.z;
      b_tile[to + 3 * TILE_N] = value.w;
    } else {
      let n = piece % (TILE_N / 4) * 4;
      let k = piece / (TILE_N / 4);
      let at = min(first_column + n, sizes.n - 4) / 4 + min(first_k + k, sizes.k - 1) * (sizes.n / 4);
      let value = select(vec4f(), element(b[place_of(at)], at), first_k + k < end_k);
      let to = k * TILE_N + n;
      b_tile[to] = value.x;
      b_tile[to + 1] = value.y;
      b_tile[to + 2] = value.z;
      b_tile[to + 3] = value.w;
    }
  }
}

fn store4(row: u32, column: u32, value: vec4f) {
  if column < sizes.n { store(row * (sizes.n / 4) + column / 4, column / 4, value); }
}
