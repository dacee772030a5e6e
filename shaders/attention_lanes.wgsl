// Causal attention without workgroup memory, for software adapters. There a load costs as much as ten multiply–adds,
// and a barrier costs more. An array with a variable index is as slow as a load. So every value has a name and stays
// in registers (spilled ones are cheap). A workgroup is a quad of four lanes. A lane owns four whole positions of a
// head: queries in the forward pass and for dQ, keys for dK and dV. The quad walks over the other positions in fours,
// which attention_quad.wgsl shares among its lanes. Goes after attention.wgsl and one of attention_quad.wgsl,
// attention_alone.wgsl. HEAD4 is at most 16.

// Four positions × a head's channels: m0 holds channels 0–3, a column per position.
struct Tile {
  m0: mat4x4f, m1: mat4x4f, m2: mat4x4f, m3: mat4x4f, m4: mat4x4f, m5: mat4x4f, m6: mat4x4f, m7: mat4x4f,
  m8: mat4x4f, m9: mat4x4f, m10: mat4x4f, m11: mat4x4f, m12: mat4x4f, m13: mat4x4f, m14: mat4x4f, m15: mat4x4f,
}

// Used once per thread, so in loops: written out, the loads take longer to compile than the products.
const LAST = HEAD4 - 1;

fn tile_of(b: array<mat4x4f, HEAD4>) -> Tile {
  return Tile(
    b[0], b[min(1u, LAST)], b[min(2u, LAST)], b[min(3u, LAST)],
    b[min(4u, LAST)], b[min(5u, LAST)], b[min(6u, LAST)], b[min(7u, LAST)],
    b[min(8u, LAST)], b[min(9u, LAST)], b[min(10u, LAST)], b[min(11u, LAST)],
    b[min(12u, LAST)], b[min(13u, LAST)], b[min(14u, LAST)], b[min(15u, LAST)],
  );
}

fn of_head(at: vec4u) -> Tile {
  var blocks: array<mat4x4f, HEAD4>;
  for (var d = 0u; d < HEAD4; d++) { blocks[d] = of_qkv(at, d); }
  return tile_of(blocks);
}

fn of_upstream(at: vec4u) -> Tile {
  var blocks: array<mat4x4f, HEAD4>;
  for (var d = 0u; d < HEAD4; d++) { blocks[d] = of_d_out(at, d); }
  return tile_of(blocks);
}

fn others_of_head(at: vec4u, lane: u32) -> Tile {
  var tile: Tile;
  tile.m0 = others_of_qkv(at, lane, 0);
  if HEAD4 > 1 { tile.m1 = others_of_qkv(at, lane, 1); }
  if HEAD4 > 2 { tile.m2 = others_of_qkv(at, lane, 2); }
  if HEAD4 > 3 { tile.m3 = others_of_qkv(at, lane, 3); }
  if HEAD4 > 4 { tile.m4 = others_of_qkv(at, lane, 4); }
  if HEAD4 > 5 { tile.m5 = others_of_qkv(at, lane, 5); }
  if HEAD4 > 6 { tile.m6 = others_of_qkv(at, lane, 6); }
  if HEAD4 > 7 { tile.m7 = others_of_qkv(at, lane, 7); }
  if HEAD4 > 8 { tile.m8 = others_of_qkv(at, lane, 8); }
  if HEAD4 > 9 { tile.m9 = others_of_qkv(at, lane, 9); }
  if HEAD4 > 10 { tile.m10 = others_of_qkv(at, lane, 10); }
  if HEAD4 > 11 { tile.m11 = others_of_qkv(at, lane, 11); }
  if HEAD4 > 12 { tile.m12 = others_of_qkv(at, lane, 12); }
  if HEAD4 > 13 { tile.m13 = others_of_qkv(at, lane, 13); }
  if HEAD4 > 14 { tile.m14 = others_of_qkv(at, lane, 14); }
  if HEAD4 > 15 { tile.m15 = others_of_qkv(at, lane, 15); }
  return tile;
}

fn others_of_upstream(at: vec4u, lane: u32) -> Tile {
  var tile: Tile;
  tile.m0 = others_of_d_out(at, lane, 0);
  if HEAD4 > 1 { tile.m1 = others_of_d_out(at, lane, 1); }
  if HEAD4 > 2 { tile.m2 = others_of_d_out(at, lane, 2); }
  if HEAD4 > 3 { tile.m3 = others_of_d_out(at, lane, 3); }
  if HEAD4 > 4 { tile.m4 = others_of_d_out(at, lane, 4); }
  if HEAD4 > 5 { tile.m5 = others_of_d_out(at, lane, 5); }
  if HEAD4 > 6 { tile.m6 = others_of_d_out(at, lane, 6); }
  if HEAD4 > 7 { tile.m7 = others_of_d_out(at, lane, 7); }
  if HEAD4 > 8 { tile.m8 = others_of_d_out(at, lane, 8); }
  if HEAD4 > 9 { tile.m9 = others_of_d_out(at, lane, 9); }
  if HEAD4 > 10 { tile.m10 = others_of_d_out(at, lane, 10); }
  if HEAD4 > 11 { tile.m11 = others_of_d_out(at, lane, 11); }
  if HEAD4 > 12 { tile.m12 = others_of_d_out(at, lane, 12); }
  if HEAD4 > 13 { tile.m13 = others_of_d_out(at, lane, 13); }
  if HEAD4 > 14 { tile.m14 = others_of_d_out(at, lane, 14); }
  if HEAD4 > 15 { tile.m15 = others_of_d_out(at, lane, 15); }
  return tile;
}

// Dot products: a column per owned position, a row per other position.
fn dots(others: Tile, owned: Tile) -> mat4x4f {
  var block = transpose(others.m0) * owned.m0;
  if HEAD4 > 1 { block += transpose(others.m1) * owned.m1; }
  if HEAD4 > 2 { block += transpose(others.m2) * owned.m2; }
  if HEAD4 > 3 { block += transpose(others.m3) * owned.m3; }
  if HEAD4 > 4 { block += transpose(others.m4) * owned.m4; }
  if HEAD4 > 5 { block += transpose(others.m5) * owned.m5; }
  if HEAD4 > 6 { block += transpose(others.m6) * owned.m6; }
  if HEAD4 > 7 { block += transpose(others.m7) * owned.m7; }
  if HEAD4 > 8 { block += transpose(others.m8) * owned.m8; }
  if HEAD4 > 9 { block += transpose(others.m9) * owned.m9; }
  if HEAD4 > 10 { block += transpose(others.m10) * owned.m10; }
  if HEAD4 > 11 { block += transpose(others.m11) * owned.m11; }
  if HEAD4 > 12 { block += transpose(others.m12) * owned.m12; }
  if HEAD4 > 13 { block += transpose(others.m13) * owned.m13; }
  if HEAD4 > 14 { block += transpose(others.m14) * owned.m14; }
  if HEAD4 > 15 { block += transpose(others.m15) * owned.m15; }
  return block;
}

// Each owned position += the weighted other positions.
fn add_weighted(sum: ptr<function, Tile>, others: Tile, weight: mat4x4f) {
  (*sum).m0 += others.m0 * weight;
  if HEAD4 > 1 { (*sum).m1 += others.m1 * weight; }
  if HEAD4 > 2 { (*sum).m2 += others.m2 * weight; }
  if HEAD4 > 3 { (*sum).m3 += others.m3 * weight; }
  if HEAD4 > 4 { (*sum).m4 += others.m4 * weight; }
  if HEAD4 > 5 { (*sum).m5 += others.m5 * weight; }
  if HEAD4 > 6 { (*sum).m6 += others.m6 * weight; }
  if HEAD4 > 7 { (*sum).m7 += others.m7 * weight; }
  if HEAD4 > 8 { (*sum).m8 += others.m8 * weight; }
  if HEAD4 > 9 { (*sum).m9 += others.m9 * weight; }
  if HEAD4 > 10 { (*sum).m10 += others.m10 * weight; }
  if HEAD4 > 11 { (*sum).m11 += others.m11 * weight; }
  if HEAD4 > 12 { (*sum).m12 += others.m12 * weight; }
  if HEAD4 > 13 { (*sum).m13 += others.m13 * weight; }
  if HEAD4 > 14 { (*sum).m14 += others.m14 * weight; }
  if HEAD4 > 15 { (*sum).m15 += others.m15 * weight; }
}

fn scale_positions(tile: ptr<function, Tile>, by: vec4f) {
  (*tile).m0 = scaled_columns((*tile).m0, by);
  if HEAD4 > 1 { (*tile).m1 = scaled_columns((*tile).m1, by); }
  if HEAD4 > 2 { (*tile).m2 = scaled_columns((*tile).m2, by); }
  if HEAD4 > 3 { (*tile).m3 = scaled_columns((*tile).m3, by); }
  if HEAD4 > 4 { (*tile).m4 = scaled_columns((*tile).m4, by); }
  if HEAD4 > 5 { (*tile).m5 = scaled_columns((*tile).m5, by); }
  if HEAD4 > 6 { (*tile).m6 = scaled_columns((*tile).m6, by); }
  if HEAD4 > 7 { (*tile).m7 = scaled_columns((*tile).m7, by); }
  if HEAD4 > 8 { (*tile).m8 = scaled_columns((*tile).m8, by); }
  if HEAD4 > 9 { (*tile).m9 = scaled_columns((*tile).m9, by); }
  if HEAD4 > 10 { (*tile).m10 = scaled_columns((*tile).m10, by); }
  if HEAD4 > 11 { (*tile).m11 = scaled_columns((*tile).m11, by); }
  if HEAD4 > 12 { (*tile).m12 = scaled_columns((*tile).m12, by); }
  if HEAD4 > 13 { (*tile).m13 = scaled_columns((*tile).m13, by); }
  if HEAD4 > 14 { (*tile).m14 = scaled_columns((*tile).m14, by); }
  if HEAD4 > 15 { (*tile).m15 = scaled_columns((*tile).m15, by); }
}

// Used once per thread, so in loops too.
fn blocks_of(tile: Tile) -> array<mat4x4f, HEAD4> {
  var blocks: array<mat4x4f, HEAD4>;
  blocks[0] = tile.m0;
  if HEAD4 > 1 { blocks[min(1u, LAST)] = tile.m1; }
  if HEAD4 > 2 { blocks[min(2u, LAST)] = tile.m2; }
  if HEAD4 > 3 { blocks[min(3u, LAST)] = tile.m3; }
  if HEAD4 > 4 { blocks[min(4u, LAST)] = tile.m4; }
  if HEAD4 > 5 { blocks[min(5u, LAST)] = tile.m5; }
  if HEAD4 > 6 { blocks[min(6u, LAST)] = tile.m6; }
  if HEAD4 > 7 { blocks[min(7u, LAST)] = tile.m7; }
  if HEAD4 > 8 { blocks[min(8u, LAST)] = tile.m8; }
  if HEAD4 > 9 { blocks[min(9u, LAST)] = tile.m9; }
  if HEAD4 > 10 { blocks[min(10u, LAST)] = tile.m10; }
  if HEAD4 > 11 { blocks[min(11u, LAST)] = tile.m11; }
  if HEAD4 > 12 { blocks[min(12u, LAST)] = tile.m12; }
  if HEAD4 > 13 { blocks[min(13u, LAST)] = tile.m13; }
  if HEAD4 > 14 { blocks[min(14u, LAST)] = tile.m14; }
  if HEAD4 > 15 { blocks[min(15u, LAST)] = tile.m15; }
  return blocks;
}

fn store_d_qkv(at: vec4u, t: u32, tile: Tile) {
  var blocks = blocks_of(tile);
  for (var i = 0u; i < 4 * HEAD4; i++) {
    if t + i / HEAD4 < T { d_qkv[at[i / HEAD4] + i % HEAD4] = Wide(blocks[i % HEAD4][i / HEAD4]); }
  }
}

fn store_out(at: vec4u, t: u32, tile: Tile) {
  var blocks = blocks_of(tile);
  for (var i = 0u; i < 4 * HEAD4; i++) {
    if t + i / HEAD4 < T { out[at[i / HEAD4] + i % HEAD4] = Wide(blocks[i % HEAD4][i / HEAD4]); }
  }
}

struct Place {
  head: u32, // of B·H
  first: u32, // of the sixteen positions that the quad owns
}

fn place(group: u32, reversed: bool) -> Place {
  let sixteens = (T + 15) / 16;
  let turn = group / (B * HEADS);
  // Quads with the longest walks start first.
  return Place(group % (B * HEADS), 16 * select(turn, sixteens - 1 - turn, reversed));
}

fn largest(block: mat4x4f) -> vec4f {
  let rows = transpose(block);
  return max(max(rows[0], rows[1]), max(rows[2], rows[3]));
}

fn total(block: mat4x4f) -> vec4f {
  let rows = transpose(block);
  return (rows[0] + rows[1]) + (rows[2] + rows[3]);
}

fn exp_of(block: mat4x4f) -> mat4x4f {
  return mat4x4f(exp(block[0]), exp(block[1]), exp(block[2]), exp(block[3]));
}

// Subtracts from each column its own element of `by`.
fn less_columns(block: mat4x4f, by: vec4f) -> mat4x4f {
  return mat4x4f(block[0] - by.x, block[1] - by.y, block[2] - by.z, block[3] - by.w);
}

fn less_rows(block: mat4x4f, by: vec4f) -> mat4x4f {
  return mat4x4f(block[0] - by, block[1] - by, block[2] - by, block[3] - by);
}

fn elementwise(a: mat4x4f, b: mat4x4f) -> mat4x4f {
  return mat4x4f(a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]);
}

// `hidden` where key s + row comes after query t + column.
fn seen_by_queries(block: mat4x4f, s: u32, t: u32, hidden: f32) -> mat4x4f {
  let keys = s + FOUR;
  return mat4x4f(
    select(vec4f(hidden), block[0], keys <= vec4u(t)),
    select(vec4f(hidden), block[1], keys <= vec4u(t + 1)),
    select(vec4f(hidden), block[2], keys <= vec4u(t + 2)),
    select(vec4f(hidden), block[3], keys <= vec4u(t + 3)),
  );
}

// 0 where key s + column comes after query t + row, or where the query is past the end.
fn seen_by_keys(block: mat4x4f, s: u32, t: u32) -> mat4x4f {
  let queries = t + FOUR;
  let real = queries < vec4u(T);
  return mat4x4f(
    select(vec4f(), block[0], real & (vec4u(s) <= queries)),
    select(vec4f(), block[1], real & (vec4u(s + 1) <= queries)),
    select(vec4f(), block[2], real & (vec4u(s + 2) <= queries)),
    select(vec4f(), block[3], real & (vec4u(s + 3) <= queries)),
  );
}

@compute @workgroup_size(4)
fn attention_forward(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let index = group.y * groups.x + group.x;
  if index >= B * HEADS * ((T + 15) / 16) { return; }
  let p = place(index, true);
  let t = p.first + 4 * lane;
  let scale = 1 / sqrt(f32(HEAD4 * 4));
  let queries = of_head(qkv_at(p.head, QUERY, t));
  var top = vec4f(LOWEST);
  var sum = vec4f();
  var mixed: Tile;
  let end = min(p.first + 16, T);
  for (var s = 0u; s < end; s += 4) {
    let keys = others_of_head(qkv_at(p.head, KEY, s), lane);
    let score = seen_by_queries(dots(keys, queries) * scale, s, t, LOWEST);
    let before = top;
    top = max(top, largest(score));
    let shrink = exp(before - top);
    let weight = exp_of(less_columns(score, top));
    sum = sum * shrink + total(weight);
    scale_positions(&mixed, shrink);
    add_weighted(&mixed, others_of_head(qkv_at(p.head, VALUE, s), lane), weight);
  }
  scale_positions(&mixed, 1 / sum);
  store_out(out_at(p.head, t), t, mixed);
  let log_sum = top + log(sum);
  for (var i = 0u; i < 4; i++) {
    if t + i < T { log_sums[p.head * T + t + i] = log_sum[i]; }
  }
}

@compute @workgroup_size(4)
fn attention_dq(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let index = group.y * groups.x + group.x;
  if index >= B * HEADS * ((T + 15) / 16) { return; }
  let p = place(index, true);
  let t = p.first + 4 * lane;
  let scale = 1 / sqrt(f32(HEAD4 * 4));
  let at = qkv_at(p.head, QUERY, t);
  let queries = of_head(at);
  let upstream = of_upstream(out_at(p.head, t));
  let log_sum = of_rows(p.head, 0, t);
  let along = of_rows(p.head, 1, t);
  var gradient: Tile;
  let end = min(p.first + 16, T);
  for (var s = 0u; s < end; s += 4) {
    let keys = others_of_head(qkv_at(p.head, KEY, s), lane);
    let values = others_of_head(qkv_at(p.head, VALUE, s), lane);
    let weight = seen_by_queries(exp_of(less_columns(dots(keys, queries) * scale, log_sum)), s, t, 0);
    let slope = elementwise(weight, less_columns(dots(values, upstream), along)) * scale;
    add_weighted(&gradient, keys, slope);
  }
  store_d_qkv(at, t, gradient);
}

// Here a lane owns keys and walks over queries: from the first of the quad's own positions to the last query.
@compute @workgroup_size(4)
fn attention_dkv(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let index = group.y * groups.x + group.x;
  if index >= B * HEADS * ((T + 15) / 16) { return; }
  let p = place(index, false);
  let s = p.first + 4 * lane;
  let scale = 1 / sqrt(f32(HEAD4 * 4));
  let keys_at = qkv_at(p.head, KEY, s);
  let values_at = qkv_at(p.head, VALUE, s);
  let keys = of_head(keys_at);
  let values = of_head(values_at);
  var key_gradient: Tile;
  var value_gradient: Tile;
  for (var t = p.first; t < T; t += 4) {
    let queries = others_of_head(qkv_at(p.head, QUERY, t), lane);
    let upstream = others_of_upstream(out_at(p.head, t), lane);
    let weight = seen_by_keys(exp_of(less_rows(dots(queries, keys) * scale, of_rows(p.head, 0, t))), s, t);
    let slope = elementwise(weight, less_rows(dots(upstream, values), of_rows(p.head, 1, t))) * scale;
    add_weighted(&value_gradient, upstream, weight);
    add_weighted(&key_gradient, queries, slope);
  }
  store_d_qkv(keys_at, s, key_gradient);
  store_d_qkv(values_at, s, value_gradient);
}
