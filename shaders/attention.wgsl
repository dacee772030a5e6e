// Causal attention. A workgroup of 8 × 8 threads owns 32 queries (forward, dQ) or 32 keys (dKV) of one head. It walks
// over the other positions in tiles of 32. A thread computes a 4 × 4 block of scores in registers: a mat4x4f whose
// *columns* are four neighbouring positions. The tile of weights goes through workgroup memory. Then each thread
// multiplies its 4 rows of the tile into up to 4 × 4 columns of the head: 4 rows × vector columns lane.x + 0, 8, 16, 24.
// consts: HEAD4 (a head's channels, in vectors of four; at most 32). alias Wide: vec4f or vec4h.

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

// The values of four queries: log-sum-exp (part 0) or dO·O (part 1).
fn of_rows(head: u32, part: u32, t: u32) -> vec4f {
  let at = (part * B * HEADS + head) * T + min(t + FOUR, vec4u(T - 1));
  return vec4f(rows[at.x], rows[at.y], rows[at.z], rows[at.w]);
}

const TILE = 32u;

// (32 owned, 8 × 4 others): softmax weights, or slopes of the scores.
var<workgroup> weights: array<vec4f, 256>;
var<workgroup> slopes: array<vec4f, 256>;
// (32 queries, 8 threads): the largest score, later the sum of weights, of each thread's block.
var<workgroup> partials: array<f32, 256>;

struct Place {
  head: u32, // of B·H
  tile: u32,
}

fn place(group: u32) -> Place {
  let tiles = (T + TILE - 1) / TILE;
  // Workgroups with the longest walks start first.
  return Place(group / tiles, tiles - 1 - group % tiles);
}

// Columns: owned positions; rows: other positions.
fn products_of_qkv(owned: vec4u, others: vec4u) -> mat4x4f {
  var block = mat4x4f();
  for (var d = 0u; d < HEAD4; d++) { block += transpose(of_qkv(others, d)) * of_qkv(owned, d); }
  return block;
}

fn weights_block(owned: u32, other4: u32) -> mat4x4f {
  let at = owned * 8 + other4;
  return mat4x4f(weights[at], weights[at + 8], weights[at + 16], weights[at + 24]);
}

fn slopes_block(owned: u32, other4: u32) -> mat4x4f {
  let at = owned * 8 + other4;
  return mat4x4f(slopes[at], slopes[at + 8], slopes[at + 16], slopes[at + 24]);
}

// A thread's column of the head, in vectors of four. Columns past the end repeat the last one, which is not written.
fn column(lane: u32, j: u32) -> u32 { return min(lane + 8 * j, HEAD4 - 1); }

fn store_out(at: vec4u, t: u32, lane: u32, j: u32, block: mat4x4f) {
  let d = lane + 8 * j;
  if d >= HEAD4 { return; }
  if t < T { out[at.x + d] = Wide(block[0]); }
  if t + 1 < T { out[at.y + d] = Wide(block[1]); }
  if t + 2 < T { out[at.z + d] = Wide(block[2]); }
  if t + 3 < T { out[at.w + d] = Wide(block[3]); }
}

fn store_d_qkv(at: vec4u, t: u32, lane: u32, j: u32, block: mat4x4f) {
  let d = lane + 8 * j;
  if d >= HEAD4 { return; }
  if t < T { d_qkv[at.x + d] = Wide(block[0]); }
  if t + 1 < T { d_qkv[at.y + d] = Wide(block[1]); }
  if t + 2 < T { d_qkv[at.z + d] = Wide(block[2]); }
  if t + 3 < T { d_qkv[at.w + d] = Wide(block[3]); }
}

fn largest(v: vec4f) -> f32 { return max(max(v.x, v.y), max(v.z, v.w)); }

// Combines the partials of the 8 threads that share 4 queries.
fn largest_of_row(row: u32) -> f32 {
  var top = partials[row * 8];
  for (var i = 1u; i < 8; i++) { top = max(top, partials[row * 8 + i]); }
  return top;
}

fn sum_of_row(row: u32) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < 8; i++) { sum += partials[row * 8 + i]; }
  return sum;
}

@compute @workgroup_size(8, 8)
fn attention_forward(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) lane: vec3u,
) {
  let p = place(group.y * groups.x + group.x);
  if p.head >= B * HEADS { return; }
  let row = 4 * lane.y;
  let t = p.tile * TILE + row;
  let queries = qkv_at(p.head, QUERY, t);
  let scale = 1 / sqrt(f32(HEAD4 * 4));
  var top = vec4f(LOWEST);
  var sum = vec4f(); // over this thread's keys
  var o0 = mat4x4f(); var o1 = mat4x4f(); var o2 = mat4x4f(); var o3 = mat4x4f();
  for (var tile = 0u; tile <= p.tile; tile++) {
    let s = tile * TILE + 4 * lane.x;
    var block = products_of_qkv(queries, qkv_at(p.head, KEY, s));
    // A query past the end repeats the last one: its result is not written.
    for (var i = 0u; i < 4; i++) {
      block[i] = select(vec4f(LOWEST), block[i] * scale, s + FOUR <= vec4u(min(t + i, T - 1)));
      partials[(row + i) * 8 + lane.x] = largest(block[i]);
    }
    workgroupBarrier(); // all threads are done with the previous weights
    let before = top;
    for (var i = 0u; i < 4; i++) { top[i] = max(top[i], largest_of_row(row + i)); }
    let shrink = exp(before - top);
    for (var i = 0u; i < 4; i++) {
      let weight = exp(block[i] - top[i]);
      weights[(row + i) * 8 + lane.x] = weight;
      sum[i] = sum[i] * shrink[i] + dot(weight, vec4f(1));
    }
    o0 = scaled_columns(o0, shrink);
    if HEAD4 > 8 { o1 = scaled_columns(o1, shrink); }
    if HEAD4 > 16 { o2 = scaled_columns(o2, shrink); }
    if HEAD4 > 24 { o3 = scaled_columns(o3, shrink); }
    workgroupBarrier();
    for (var k = 0u; k < 8; k++) {
      let w = weights_block(row, k);
      let values = qkv_at(p.head, VALUE, tile * TILE + 4 * k);
      o0 += of_qkv(values, column(lane.x, 0)) * w;
      if HEAD4 > 8 { o1 += of_qkv(values, column(lane.x, 1)) * w; }
      if HEAD4 > 16 { o2 += of_qkv(values, column(lane.x, 2)) * w; }
      if HEAD4 > 24 { o3 += of_qkv(values, column(lane.x, 3)) * w; }
    }
  }
  for (var i = 0u; i < 4; i++) { partials[(row + i) * 8 + lane.x] = sum[i]; }
  workgroupBarrier();
  let total = vec4f(sum_of_row(row), sum_of_row(row + 1), sum_of_row(row + 2), sum_of_row(row + 3));
  let at = out_at(p.head, t);
  store_out(at, t, lane.x, 0, scaled_columns(o0, 1 / total));
  if HEAD4 > 8 { store_out(at, t, lane.x, 1, scaled_columns(o1, 1 / total)); }
  if HEAD4 > 16 { store_out(at, t, lane.x, 2, scaled_columns(o2, 1 / total)); }
  if HEAD4 > 24 { store_out(at, t, lane.x, 3, scaled_columns(o3, 1 / total)); }
  if lane.x == 0 {
    for (var i = 0u; i < 4; i++) {
      if t + i < T { log_sums[p.head * T + t + i] = top[i] + log(total[i]); }
    }
  }
}

@compute @workgroup_size(8, 8)
fn attention_dq(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) lane: vec3u,
) {
  let p = place(group.y * groups.x + group.x);
  if p.head >= B * HEADS { return; }
  let row = 4 * lane.y;
  let t = p.tile * TILE + row;
  let queries = qkv_at(p.head, QUERY, t);
  let upstream = out_at(p.head, t);
  let log_sum = of_rows(p.head, 0, t);
  let along = of_rows(p.head, 1, t);
  let scale = 1 / sqrt(f32(HEAD4 * 4));
  var q0 = mat4x4f(); var q1 = mat4x4f(); var q2 = mat4x4f(); var q3 = mat4x4f();
  for (var tile = 0u; tile <= p.tile; tile++) {
    let s = tile * TILE + 4 * lane.x;
    let values = qkv_at(p.head, VALUE, s);
    let scores = products_of_qkv(queries, qkv_at(p.head, KEY, s));
    var slope = mat4x4f();
    for (var d = 0u; d < HEAD4; d++) { slope += transpose(of_qkv(values, d)) * of_d_out(upstream, d); }
    workgroupBarrier(); // all threads are done with the previous slopes
    for (var i = 0u; i < 4; i++) {
      let weight = exp(scores[i] * scale - log_sum[i]);
      let seen = s + FOUR <= vec4u(min(t + i, T - 1));
      slopes[(row + i) * 8 + lane.x] = select(vec4f(), weight * (slope[i] - along[i]) * scale, seen);
    }
    workgroupBarrier();
    for (var k = 0u; k < 8; k++) {
      let w = slopes_block(row, k);
      let keys = qkv_at(p.head, KEY, tile * TILE + 4 * k);
      q0 += of_qkv(keys, column(lane.x, 0)) * w;
      if HEAD4 > 8 { q1 += of_qkv(keys, column(lane.x, 1)) * w; }
      if HEAD4 > 16 { q2 += of_qkv(keys, column(lane.x, 2)) * w; }
      if HEAD4 > 24 { q3 += of_qkv(keys, column(lane.x, 3)) * w; }
    }
  }
  store_d_qkv(queries, t, lane.x, 0, q0);
  if HEAD4 > 8 { store_d_qkv(queries, t, lane.x, 1, q1); }
  if HEAD4 > 16 { store_d_qkv(queries, t, lane.x, 2, q2); }
  if HEAD4 > 24 { store_d_qkv(queries, t, lane.x, 3, q3); }
}

// Here a workgroup owns keys and walks over queries: from the tile of the keys to the last.
@compute @workgroup_size(8, 8)
fn attention_dkv(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) lane: vec3u,
) {
  let p = place(group.y * groups.x + group.x);
  if p.head >= B * HEADS { return; }
  let tiles = (T + TILE - 1) / TILE;
  let row = 4 * lane.y;
  let s = p.tile * TILE + row;
  let keys = qkv_at(p.head, KEY, s);
  let values = qkv_at(p.head, VALUE, s);
  let scale = 1 / sqrt(f32(HEAD4 * 4));
  var k0 = mat4x4f(); var k1 = mat4x4f(); var k2 = mat4x4f(); var k3 = mat4x4f();
  var v0 = mat4x4f(); var v1 = mat4x4f(); var v2 = mat4x4f(); var v3 = mat4x4f();
  for (var tile = p.tile; tile < tiles; tile++) {
    let t = tile * TILE + 4 * lane.x;
    let upstream = out_at(p.head, t);
    let log_sum = of_rows(p.head, 0, t);
    let along = of_rows(p.head, 1, t);
    let scores = products_of_qkv(keys, qkv_at(p.head, QUERY, t));
    var slope = mat4x4f();
    for (var d = 0u; d < HEAD4; d++) { slope += transpose(of_d_out(upstream, d)) * of_qkv(values, d); }
    workgroupBarrier(); // all threads are done with the previous weights
    for (var i = 0u; i < 4; i++) {
      let seen = (vec4u(s + i) <= t + FOUR) & (t + FOUR < vec4u(T));
      let weight = select(vec4f(), exp(scores[i] * scale - log_sum), seen);
      weights[(row + i) * 8 + lane.x] = weight;
      slopes[(row + i) * 8 + lane.x] = select(vec4f(), weight * (slope[i] - along) * scale, seen);
    }
    workgroupBarrier();
    for (var k = 0u; k < 8; k++) {
      let w = weights_block(row, k);
      let ds = slopes_block(row, k);
      let gradients = out_at(p.head, tile * TILE + 4 * k);
      let queries = qkv_at(p.head, QUERY, tile * TILE + 4 * k);
      v0 += of_d_out(gradients, column(lane.x, 0)) * w;
      k0 += of_qkv(queries, column(lane.x, 0)) * ds;
      if HEAD4 > 8 {
        v1 += of_d_out(gradients, column(lane.x, 1)) * w;
        k1 += of_qkv(queries, column(lane.x, 1)) * ds;
      }
      if HEAD4 > 16 {
        v2 += of_d_out(gradients, column(lane.x, 2)) * w;
        k2 += of_qkv(queries, column(lane.x, 2)) * ds;
      }
      if HEAD4 > 24 {
        v3 += of_d_out(gradients, column(lane.x, 3)) * w;
        k3 += of_qkv(queries, column(lane.x, 3)) * ds;
      }
    }
  }
  store_d_qkv(keys, s, lane.x, 0, k0);
  store_d_qkv(values, s, lane.x, 0, v0);
  if HEAD4 > 8 {
    store_d_qkv(keys, s, lane.x, 1, k1);
    store_d_qkv(values, s, lane.x, 1, v1);
  }
  if HEAD4 > 16 {
    store_d_qkv(keys, s, lane.x, 2, k2);
    store_d_qkv(values, s, lane.x, 2, v2);
  }
  if HEAD4 > 24 {
    store_d_qkv(keys, s, lane.x, 3, k3);
    store_d_qkv(values, s, lane.x, 3, v3);
  }
}
