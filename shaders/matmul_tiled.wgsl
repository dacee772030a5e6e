// C (M, N) = op(A)·op(B) for GPUs. A workgroup owns TILE_M × TILE_N of C and walks K in steps of TILE_K, with both
// tiles in workgroup memory. A thread owns 4·ROW_BLOCKS rows × 4·COLUMN_BLOCKS columns in registers.
// With split-K, workgroup z takes k in [z·span, (z+1)·span), and C is partials (splits, M, N), which
// matmul_split.wgsl adds. Workgroup memory holds scalars on purpose: vec4 there lost 9–36 % on NVIDIA.
// Global memory is read and written by matmul_whole.wgsl (vec4s) or matmul_ragged.wgsl (scalars, any size).
// nn: A (M, K), B (K, N).  nt: A (M, K), B (N, K).  tn: A (K, M), B (K, N).
// consts: TILE_M, TILE_N, TILE_K, ROW_BLOCKS, COLUMN_BLOCKS, OUT, SIZES, A_ALONG_M (tn), B_ALONG_K (nt).
// aliases: WideA, Matrix, WideC (of global memory), Wide (vec4f or f32). B is read through matrix_*.wgsl.

struct Sizes {
  m: u32,
  n: u32,
  k: u32,
  span: u32, // a multiple of TILE_K
  accumulates: u32, // C += instead of C =
  activation: u32, // of the epilogue
}

@group(0) @binding(0) var<storage, read> a: array<WideA>;
@group(0) @binding(1) var<storage, read> b: array<Matrix>;
@group(0) @binding(OUT) var<storage, read_write> c: array<WideC>;
@group(0) @binding(SIZES) var<uniform> sizes: Sizes;

const ACROSS = TILE_N / (4 * COLUMN_BLOCKS); // threads
const DOWN = TILE_M / (4 * ROW_BLOCKS);
const THREADS = ACROSS * DOWN;
const BLOCKS = ROW_BLOCKS * COLUMN_BLOCKS; // at most four
const COLUMN_STEP = 4u * ACROSS; // neighbouring threads read neighbouring columns
const SECOND = min(1u, BLOCKS - 1u);
const THIRD = min(2u, BLOCKS - 1u);
const FOURTH = min(3u, BLOCKS - 1u);

var<workgroup> a_tile: array<f32, TILE_K * TILE_M>; // (TILE_K, TILE_M)
var<workgroup> b_tile: array<f32, TILE_K * TILE_N>; // (TILE_K, TILE_N)

fn store(at: u32, column: u32, value: Wide) {
  let finished = epilogue(value, column, at);
  if sizes.accumulates != 0 { c[at] = WideC(Wide(c[at]) + finished); } else { c[at] = WideC(finished); }
}

@compute @workgroup_size(THREADS)
fn matmul_tiled(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let first_row = group.y * TILE_M;
  let first_column = group.x * TILE_N;
  let row_in_tile = lane / ACROSS * (4 * ROW_BLOCKS);
  let column_in_tile = lane % ACROSS * 4;
  // A block's columns are rows of C.
  var blocks: array<mat4x4f, BLOCKS>;
  let end_k = min(sizes.k, (group.z + 1) * sizes.span);
  for (var first_k = group.z * sizes.span; first_k < end_k; first_k += TILE_K) {
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
        let at = k * TILE_N + column_in_tile + COLUMN_STEP * j;
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
  // Constant indices keep the blocks in registers: the epilogue is too large for drivers to unroll this loop.
  for (var at = 0u; at < 4 * BLOCKS; at++) {
    var value: vec4f;
    switch at {
      case 0u: { value = blocks[0][0]; }
      case 1u: { value = blocks[0][1]; }
      case 2u: { value = blocks[0][2]; }
      case 3u: { value = blocks[0][3]; }
      case 4u: { value = blocks[SECOND][0]; }
      case 5u: { value = blocks[SECOND][1]; }
      case 6u: { value = blocks[SECOND][2]; }
      case 7u: { value = blocks[SECOND][3]; }
      case 8u: { value = blocks[THIRD][0]; }
      case 9u: { value = blocks[THIRD][1]; }
      case 10u: { value = blocks[THIRD][2]; }
      case 11u: { value = blocks[THIRD][3]; }
      case 12u: { value = blocks[FOURTH][0]; }
      case 13u: { value = blocks[FOURTH][1]; }
      case 14u: { value = blocks[FOURTH][2]; }
      default: { value = blocks[FOURTH][3]; }
    }
    let block = at / 4;
    let row = first_row + row_in_tile + 4 * (block / COLUMN_BLOCKS) + at % 4;
    let column = first_column + column_in_tile + COLUMN_STEP * (block % COLUMN_BLOCKS);
    if row < sizes.m { store4(group.z * sizes.m + row, column, value); }
  }
}
