// Shared by both families of attention kernels: bindings, addresses, loads. A block of four neighbouring positions ×
// four channels is a mat4x4f whose *columns* are the positions.
// consts: HEAD4 (a head's channels, in vectors of four). alias Wide: vec4f or vec4h.

@group(0) @binding(0) var<storage, read> qkv: array<Wide>; // (B, T, 3, H, D)
@group(0) @binding(1) var<storage, read_write> out: array<Wide>; // (B, T, H, D)
@group(0) @binding(2) var<storage, read_write> log_sums: array<f32>; // (B, H, T)

@group(0) @binding(1) var<storage, read> d_out: array<Wide>; // (B, T, H, D)
@group(0) @binding(2) var<storage, read> rows: array<f32>; // (2, B, H, T): log-sum-exp, dO·O
@group(0) @binding(3) var<storage, read_write> d_qkv: array<Wide>;

override B: u32;
override T: u32;
override HEADS: u32;

const LOWEST = -3.4028234e38;
const QUERY = 0u;
const KEY = 1u;
const VALUE = 2u;
const FOUR = vec4u(0, 1, 2, 3);

// Where each of the four positions from t on begins. Positions past the end repeat the last one.
fn qkv_at(head: u32, part: u32, t: u32) -> vec4u {
  let position = head / HEADS * T + min(t + FOUR, vec4u(T - 1));
  return (position * 3 + part) * HEADS * HEAD4 + head % HEADS * HEAD4;
}

fn out_at(head: u32, t: u32) -> vec4u {
  return (head / HEADS * T + min(t + FOUR, vec4u(T - 1))) * HEADS * HEAD4 + head % HEADS * HEAD4;
}

fn of_qkv(at: vec4u, d: u32) -> mat4x4f {
  return mat4x4f(vec4f(qkv[at.x + d]), vec4f(qkv[at.y + d]), vec4f(qkv[at.z + d]), vec4f(qkv[at.w + d]));
}

fn of_d_out(at: vec4u, d: u32) -> mat4x4f {
  return mat4x4f(
    vec4f(d_out[at.x + d]),
    vec4f(d_out[at.y + d]),
    vec4f(d_out[at.z + d]),
    vec4f(d_out[at.w + d]),
  );
}

fn scaled_columns(block: mat4x4f, by: vec4f) -> mat4x4f {
  return mat4x4f(block[0] * by.x, block[1] * by.y, block[2] * by.z, block[3] * by.w);
}

// For four queries: log-sum-exp (part 0) or dO·O (part 1).
fn of_rows(head: u32, part: u32, t: u32) -> vec4f {
  let at = (part * B * HEADS + head) * T + min(t + FOUR, vec4u(T - 1));
  return vec4f(rows[at.x], rows[at.y], rows[at.z], rows[at.w]);
}
