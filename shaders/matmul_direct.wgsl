// C (M, N) = op(A)·op(B) without workgroup memory: what software adapters do best (registers are the only cache
// they have). A thread owns 8 rows × 16 columns as eight 4×4 blocks. A block is a mat4x4f whose *columns* are
// rows of C, so that with b = four rows of B as columns and a = four rows of A as columns, C += b · a.
// Needs N % 4 = 0, and K % 4 = 0 (nn, nt) or M % 4 = 0 (tn).
// nn: A (M, K), B (K, N).  nt: A (M, K), B (N, K).  tn: A (K, M), B (K, N).
// consts: WORKGROUP_X, WORKGROUP_Y, OUT (binding of C), ACCUMULATE (C += instead of C =).

@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(OUT) var<storage, read_write> c: array<vec4f>;

override M: u32;
override N: u32;
override K: u32;

// Rows and columns past the edge are read from the last ones (outside the K loop) and never written.
fn row_at(row: u32) -> u32 { return min(row, M - 1); }
fn column4_at(column4: u32) -> u32 { return min(column4, N / 4 - 1); }

fn store_row(row: u32, column4: u32, value: vec4f) {
  if row < M && column4 < N / 4 {
    let at = row * (N / 4) + column4;
    if ACCUMULATE { c[at] += epilogue(value, column4); } else { c[at] = epilogue(value, column4); }
  }
}

// A loop, not 32 inlined epilogues: those took longer to compile than the product.
fn store_tile(row: u32, column4: u32, tile: array<mat4x4f, 8>) {
  var blocks = tile;
  for (var i = 0u; i < 32; i++) {
    let block = i / 4;
    store_row(row + block / 4 * 4 + i % 4, column4 + block % 4, blocks[block][i % 4]);
  }
}

@compute @workgroup_size(WORKGROUP_X, WORKGROUP_Y)
fn matmul_nn(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y * 8;
  let column4 = id.x * 4;
  let k4s = K / 4;
  let n4 = N / 4;
  let a0 = row_at(row) * k4s;
  let a1 = row_at(row + 1) * k4s;
  let a2 = row_at(row + 2) * k4s;
  let a3 = row_at(row + 3) * k4s;
  let a4 = row_at(row + 4) * k4s;
  let a5 = row_at(row + 5) * k4s;
  let a6 = row_at(row + 6) * k4s;
  let a7 = row_at(row + 7) * k4s;
  let b0 = column4_at(column4);
  let b1 = column4_at(column4 + 1);
  let b2 = column4_at(column4 + 2);
  let b3 = column4_at(column4 + 3);
  var c00 = mat4x4f(); var c01 = mat4x4f(); var c02 = mat4x4f(); var c03 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f(); var c12 = mat4x4f(); var c13 = mat4x4f();
  for (var k4 = 0u; k4 < k4s; k4++) {
    let top = mat4x4f(a[a0 + k4], a[a1 + k4], a[a2 + k4], a[a3 + k4]);
    let low = mat4x4f(a[a4 + k4], a[a5 + k4], a[a6 + k4], a[a7 + k4]);
    let k0 = k4 * 4 * n4;
    let k1 = k0 + n4;
    let k2 = k1 + n4;
    let k3 = k2 + n4;
    var block = mat4x4f(b[k0 + b0], b[k1 + b0], b[k2 + b0], b[k3 + b0]);
    c00 += block * top;
    c10 += block * low;
    block = mat4x4f(b[k0 + b1], b[k1 + b1], b[k2 + b1], b[k3 + b1]);
    c01 += block * top;
    c11 += block * low;
    block = mat4x4f(b[k0 + b2], b[k1 + b2], b[k2 + b2], b[k3 + b2]);
    c02 += block * top;
    c12 += block * low;
    block = mat4x4f(b[k0 + b3], b[k1 + b3], b[k2 + b3], b[k3 + b3]);
    c03 += block * top;
    c13 += block * low;
  }
  store_tile(row, column4, array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13));
}

// Four consecutive columns of C are four rows of B: loaded along K and transposed in registers.
fn b_transposed(base: vec4u, k4: u32) -> mat4x4f {
  return transpose(mat4x4f(b[base.x + k4], b[base.y + k4], b[base.z + k4], b[base.w + k4]));
}

fn b_rows(column4: u32) -> vec4u {
  return (column4_at(column4) * 4 + vec4u(0, 1, 2, 3)) * (K / 4);
}

@compute @workgroup_size(WORKGROUP_X, WORKGROUP_Y)
fn matmul_nt(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y * 8;
  let column4 = id.x * 4;
  let k4s = K / 4;
  let a0 = row_at(row) * k4s;
  let a1 = row_at(row + 1) * k4s;
  let a2 = row_at(row + 2) * k4s;
  let a3 = row_at(row + 3) * k4s;
  let a4 = row_at(row + 4) * k4s;
  let a5 = row_at(row + 5) * k4s;
  let a6 = row_at(row + 6) * k4s;
  let a7 = row_at(row + 7) * k4s;
  let b0 = b_rows(column4);
  let b1 = b_rows(column4 + 1);
  let b2 = b_rows(column4 + 2);
  let b3 = b_rows(column4 + 3);
  var c00 = mat4x4f(); var c01 = mat4x4f(); var c02 = mat4x4f(); var c03 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f(); var c12 = mat4x4f(); var c13 = mat4x4f();
  for (var k4 = 0u; k4 < k4s; k4++) {
    let top = mat4x4f(a[a0 + k4], a[a1 + k4], a[a2 + k4], a[a3 + k4]);
    let low = mat4x4f(a[a4 + k4], a[a5 + k4], a[a6 + k4], a[a7 + k4]);
    var block = b_transposed(b0, k4);
    c00 += block * top;
    c10 += block * low;
    block = b_transposed(b1, k4);
    c01 += block * top;
    c11 += block * low;
    block = b_transposed(b2, k4);
    c02 += block * top;
    c12 += block * low;
    block = b_transposed(b3, k4);
    c03 += block * top;
    c13 += block * low;
  }
  store_tile(row, column4, array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13));
}

// Four rows of C are one vec4 column of A per k.
fn a_transposed(k: u32, row4: u32) -> mat4x4f {
  let m4 = M / 4;
  let at = min(row4, m4 - 1);
  return transpose(mat4x4f(
    a[k * m4 + at],
    a_or_zero(k + 1, at),
    a_or_zero(k + 2, at),
    a_or_zero(k + 3, at),
  ));
}

// K (the batch) need not be a multiple of 4 here: rows of A past it count as zero.
fn a_or_zero(k: u32, row4: u32) -> vec4f {
  return select(vec4f(), a[min(k, K - 1) * (M / 4) + row4], k < K);
}

@compute @workgroup_size(WORKGROUP_X, WORKGROUP_Y)
fn matmul_tn(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y * 8;
  let column4 = id.x * 4;
  let n4 = N / 4;
  let b0 = column4_at(column4);
  let b1 = column4_at(column4 + 1);
  let b2 = column4_at(column4 + 2);
  let b3 = column4_at(column4 + 3);
  var c00 = mat4x4f(); var c01 = mat4x4f(); var c02 = mat4x4f(); var c03 = mat4x4f();
  var c10 = mat4x4f(); var c11 = mat4x4f(); var c12 = mat4x4f(); var c13 = mat4x4f();
  for (var k = 0u; k < K; k += 4) {
    let top = a_transposed(k, id.y * 2);
    let low = a_transposed(k, id.y * 2 + 1);
    let k0 = k * n4;
    let k1 = min(k + 1, K - 1) * n4;
    let k2 = min(k + 2, K - 1) * n4;
    let k3 = min(k + 3, K - 1) * n4;
    var block = mat4x4f(b[k0 + b0], b[k1 + b0], b[k2 + b0], b[k3 + b0]);
    c00 += block * top;
    c10 += block * low;
    block = mat4x4f(b[k0 + b1], b[k1 + b1], b[k2 + b1], b[k3 + b1]);
    c01 += block * top;
    c11 += block * low;
    block = mat4x4f(b[k0 + b2], b[k1 + b2], b[k2 + b2], b[k3 + b2]);
    c02 += block * top;
    c12 += block * low;
    block = mat4x4f(b[k0 + b3], b[k1 + b3], b[k2 + b3], b[k3 + b3]);
    c03 += block * top;
    c13 += block * low;
  }
  store_tile(row, column4, array<mat4x4f, 8>(c00, c01, c02, c03, c10, c11, c12, c13));
}
