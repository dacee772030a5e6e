// C (M, N) = op(A)·op(B) for real GPUs: a workgroup owns TILE_M × TILE_N of C and walks K in steps of TILE_K,
// both tiles in workgroup memory; a thread owns 4·ROW_BLOCKS rows × 4·COLUMN_BLOCKS columns in registers.
// With split-K, workgroup z takes k in [z·SPAN, (z+1)·SPAN) and C is partials (splits, M, N): matmul_split.wgsl
// adds them. Scalars in workgroup memory on purpose: vec4 there lost 9–36 % on NVIDIA.
// Needs N % 4 = 0, and K % 4 = 0 (nn, nt) or M % 4 = 0 (tn).
// nn: A (M, K), B (K, N).  nt: A (M, K), B (N, K).  tn: A (K, M), B (K, N).
// consts: TILE_M, TILE_N, TILE_K, ROW_BLOCKS, COLUMN_BLOCKS, OUT, ACCUMULATE, A_ALONG_M (tn), B_ALONG_K (nt).

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(OUT) var<storage, read_write> c: array<vec4f>;

override M: u32;
override N: u32;
override K: u32;
override SPAN: u32; // a multiple of TILE_K

const ACROSS = TILE_N / (4 * COLUMN_BLOCKS); // threads
const DOWN = TILE_M / (4 * ROW_BLOCKS);
const THREADS = ACROSS * DOWN;

var<workgroup> a_tile: array<f32, TILE_K * TILE_M>; // (TILE_K, TILE_M)
var<workgroup> b_tile: array<f32, TILE_K * TILE_N>; // (TILE_K, TILE_N)

// Rows and columns past the edge repeat the last ones and are never written; k past the edge counts as zero.
fn load_a(lane: u32, first_row: u32, first_k: u32, end_k: u32) {
  for (var piece = lane; piece < TILE_M * TILE_K / 4; piece += THREADS) {
    if A_ALONG_M {
      let m = piece % (TILE_M / 4) * 4;
      let k = piece / (TILE_M / 4);
      let at = min(first_row + m, M - 4) / 4 + min(first_k + k, K - 1) * (M / 4);
      let value = select(vec4f(), a[at], first_k + k < end_k);
      let to = k * TILE_M + m;
      a_tile[to] = value.x;
      a_tile[to + 1] = value.y;
      a_tile[to + 2] = value.z;
      a_tile[to + 3] = value.w;
    } else {
      let k = piece % (TILE_K / 4) * 4;
      let m = piece / (TILE_K / 4);
      let at = min(first_row + m, M - 1) * (K / 4) + min(first_k + k, K - 4) / 4;
      let value = select(vec4f(), a[at], first_k + k < end_k);
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
      let at = min(first_column + n, N - 1) * (K / 4) + min(first_k + k, K - 4) / 4;
      let value = select(vec4f(), b[at], first_k + k < end_k);
      let to = k * TILE_N + n;
      b_tile[to] = value.x;
      b_tile[to + TILE_N] = value.y;
      b_tile[to + 2 * TILE_N] = value.z;
      b_tile[to + 3 * TILE_N] = value.w;
    } else {
      let n = piece % (TILE_N / 4) * 4;
      let k = piece / (TILE_N / 4);
      let at = min(first_column + n, N - 4) / 4 + min(first_k + k, K - 1) * (N / 4);
      let value = select(vec4f(), b[at], first_k + k < end_k);
      let to = k * TILE_N + n;
      b_tile[to] = value.x;
      b_tile[to + 1] = value.y;
      b_tile[to + 2] = value.z;
      b_tile[to + 3] = value.w;
    }
  }
}

@compute @workgroup_size(THREADS)
fn matmul_tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first_row = group.y * TILE_M;
  let first_column = group.x * TILE_N;
  let row_in_tile = lane / ACROSS * (4 * ROW_BLOCKS);
  let column_in_tile = lane % ACROSS * (4 * COLUMN_BLOCKS);
  // A block's columns are rows of C.
  var blocks: array<mat4x4f, ROW_BLOCKS * COLUMN_BLOCKS>;
  let end_k = min(K, (group.z + 1) * SPAN);
  for (var first_k = group.z * SPAN; first_k < end_k; first_k += TILE_K) {
    load_a(lane, first_row, first_k, end_k);
    load_b(lane, first_column, first_k, end_k);
    workgroupBarrier();
    for (var k = 0u; k < TILE_K; k++) {
      var rows: array<vec4f, ROW_BLOCKS>;
      for (var i = 0u; i < ROW_BLOCKS; i++) {
        let at = k * TILE_M + row_in_tile + 4 * i;
        rows[i] = vec4f(a_tile[at], a_tile[at + 1], a_tile[at + 2], a_tile[at + 3]);
      }
      for (var j = 0u; j < COLUMN_BLOCKS; j++) {
        let at = k * TILE_N + column_in_tile + 4 * j;
        let columns = vec4f(b_tile[at], b_tile[at + 1], b_tile[at + 2], b_tile[at + 3]);
        for (var i = 0u; i < ROW_BLOCKS; i++) {
          let row = rows[i];
          blocks[i * COLUMN_BLOCKS + j] +=
            mat4x4f(columns * row.x, columns * row.y, columns * row.z, columns * row.w);
        }
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4 * ROW_BLOCKS; i++) {
    let row = first_row + row_in_tile + i;
    for (var j = 0u; j < COLUMN_BLOCKS; j++) {
      let column4 = (first_column + column_in_tile) / 4 + j;
      if row < M && column4 < N / 4 {
        let at = (group.z * M + row) * (N / 4) + column4;
        let value = epilogue(blocks[i / 4 * COLUMN_BLOCKS + j][i % 4], column4);
        if ACCUMULATE { c[at] += value; } else { c[at] = value; }
      }
    }
  }
}
