// C (M, N) = op(A)·op(B) without workgroup memory, for software adapters. A quad of four lanes owns 2·SIDE × 2·SIDE
// of C, each lane SIDE × SIDE of it in registers. X neighbours share rows, Y neighbours columns.
// matmul_lanes_16.wgsl and matmul_lanes_8.wgsl hold the products, matmul_quad.wgsl or matmul_alone.wgsl the sharing.
// Element (i, k) of op(A) is a[i·a_row + k·a_k], (k, j) of op(B) is b[k·b_k + j·b_column]: any layout, any size.
// aliases: TypeA, TypeB, TypeC (f32 or f16).  consts: OUT, SIZES (bindings), QUADS (per workgroup), SIDE.
// Whether C accumulates and which activation follows are sizes too, so that a whole model compiles few pipelines.
//
// Measured on SwiftShader, whose JIT knows SSE4.1 (4 lanes, 16 registers). Every loaded f32 costs about 36 cycles for
// four lanes whatever its address or vector type, a multiply–add 2 to 4. So loads are scalar: they cost the same and
// need no alignment. The tile in registers is large (spilled ones are cheap). Half of each operand comes from the
// neighbour by a quad swap. Relative speed of 8×16 with vec4 loads, no sharing: 1; 8×8 quad: 1.0; 16×16 alone: 1.2;
// 16×16 quad: 1.45; 32×32: 1.6, but 2 s to compile. Sizes from a uniform buffer cost nothing: one pipeline serves all
// shapes and layouts.

struct Sizes {
  m: u32,
  n: u32,
  k: u32,
  a_row: u32,
  a_k: u32,
  b_k: u32,
  b_column: u32,
  across: u32, // tiles of 2·SIDE columns
  accumulates: u32, // C += instead of C =
  activation: u32, // of the epilogue
}

@group(0) @binding(0) var<storage, read> a: array<TypeA>;
@group(0) @binding(1) var<storage, read> b: array<TypeB>;
@group(0) @binding(OUT) var<storage, read_write> c: array<TypeC>;
@group(0) @binding(SIZES) var<uniform> sizes: Sizes;

// What a lane loads itself and what its neighbour loads. Lane l of a quad sits at (l % 2, l / 2).
struct Place {
  row: u32, // first of the SIDE/2 rows of A it loads
  column: u32,
  neighbour_row: u32,
  neighbour_column: u32,
}

fn place_of(group: u32, lane: u32) -> Place {
  let tile = group * QUADS + lane / 4;
  let x = lane % 2;
  let y = lane / 2 % 2;
  let row = tile / sizes.across * (2 * SIDE) + y * SIDE;
  let column = tile % sizes.across * (2 * SIDE) + x * SIDE;
  const half = SIDE / 2;
  return Place(row + x * half, column + y * half, row + (1 - x) * half, column + (1 - y) * half);
}

// Four values of k. Past the last, the last is read again with A counted as zero.
struct Steps {
  inside: vec4<bool>,
  a: vec4u,
  b: vec4u,
}

fn steps_at(k: u32) -> Steps {
  let ks = k + vec4u(0, 1, 2, 3);
  let clamped = min(ks, vec4u(sizes.k - 1));
  return Steps(ks < vec4u(sizes.k), clamped * sizes.a_k, clamped * sizes.b_k);
}

// Rows and columns past the edge repeat the last ones and are never written.
fn rows_at(row: u32) -> vec4u { return min(row + vec4u(0, 1, 2, 3), vec4u(sizes.m - 1)) * sizes.a_row; }
fn columns_at(column: u32) -> vec4u { return min(column + vec4u(0, 1, 2, 3), vec4u(sizes.n - 1)) * sizes.b_column; }

fn a4(row: u32, steps: Steps) -> vec4f {
  let at = row + steps.a;
  let value = vec4f(vec4<TypeA>(a[at.x], a[at.y], a[at.z], a[at.w]));
  return select(vec4f(), value, steps.inside);
}

fn b4(step: u32, columns: vec4u) -> vec4f {
  let at = step + columns;
  return vec4f(vec4<TypeB>(b[at.x], b[at.y], b[at.z], b[at.w]));
}

// (4 rows, 4 ks), a column of the matrix per row.
fn load_a(rows: vec4u, steps: Steps) -> mat4x4f {
  return mat4x4f(a4(rows.x, steps), a4(rows.y, steps), a4(rows.z, steps), a4(rows.w, steps));
}

// (4 columns, 4 ks), a column of the matrix per k: C's row of four += load_b · (a row of load_a).
fn load_b(columns: vec4u, steps: Steps) -> mat4x4f {
  return mat4x4f(b4(steps.b.x, columns), b4(steps.b.y, columns), b4(steps.b.z, columns), b4(steps.b.w, columns));
}

fn store(row: u32, column: u32, value: f32) {
  if row < sizes.m && column < sizes.n {
    let at = row * sizes.n + column;
    let finished = epilogue(value, column, at);
    if sizes.accumulates != 0 { c[at] = TypeC(f32(c[at]) + finished); } else { c[at] = TypeC(finished); }
  }
}
