// C (M, N) = op(A)·op(B) for shapes whose rows are not whole vec4s: ten classes, two inputs, an odd batch.
// Scalar loads; a thread owns 4 rows × 4 columns in four vec4 accumulators. Any M, N, K ≥ 1.
// Element (i, k) of op(A) is a[i·A_ROW + k·A_K], (k, j) of op(B) is b[k·B_K + j·B_COLUMN]: one kernel, nn, nt, tn.
// consts: WORKGROUP_X, WORKGROUP_Y, OUT (binding of C), ACCUMULATE (C += instead of C =).

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(OUT) var<storage, read_write> c: array<f32>;

override M: u32;
override N: u32;
override K: u32;
override A_ROW: u32;
override A_K: u32;
override B_K: u32;
override B_COLUMN: u32;

fn store(row: u32, column: u32, value: f32) {
  if row < M && column < N {
    let at = row * N + column;
    if ACCUMULATE { c[at] += epilogue(value, column); } else { c[at] = epilogue(value, column); }
  }
}

@compute @workgroup_size(WORKGROUP_X, WORKGROUP_Y)
fn matmul_ragged(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y * 4;
  let column = id.x * 4;
  // Past the edge, the last row or column is read again and never written.
  let rows = min(row + vec4u(0, 1, 2, 3), vec4u(M - 1)) * A_ROW;
  let columns = min(column + vec4u(0, 1, 2, 3), vec4u(N - 1)) * B_COLUMN;
  var c0 = vec4f();
  var c1 = vec4f();
  var c2 = vec4f();
  var c3 = vec4f();
  for (var k = 0u; k < K; k++) {
    let b_at = columns + k * B_K;
    let row_of_b = vec4f(b[b_at.x], b[b_at.y], b[b_at.z], b[b_at.w]);
    let a_at = rows + k * A_K;
    c0 += a[a_at.x] * row_of_b;
    c1 += a[a_at.y] * row_of_b;
    c2 += a[a_at.z] * row_of_b;
    c3 += a[a_at.w] * row_of_b;
  }
  // A loop, not 16 inlined epilogues: those are slow to compile.
  var tile = array<vec4f, 4>(c0, c1, c2, c3);
  for (var i = 0u; i < 16; i++) { store(row + i / 4, column + i % 4, tile[i / 4][i % 4]); }
}
