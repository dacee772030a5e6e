// Draws digits as digits.ts and digit-strokes.ts do, bit for bit: f64 + − × ÷ √ in the same order. Compiled code draws
// at full speed from the first digit, where JavaScript needs some hundred milliseconds to warm up.

const side = 28;
const pixels = 784;
const shake: f64 = 0.04;
const margin: f64 = 3;
const piecesPerSpan = 6;

// The generator (prng.ts).

let a: u32 = 0;
let b: u32 = 0;
let c: u32 = 0;
let d: u32 = 0;

@inline function uint32(): u32 {
  const result = rotl<u32>(b * 5, 7) * 9;
  const t = b << 9;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= t;
  d = rotl<u32>(d, 11);
  return result;
}

@inline function float(): f64 {
  return f64(uint32() >>> 8) / 16777216.0;
}

function below(bound: u32): u32 {
  const all: u64 = 0x100000000;
  const limit = all - (all % u64(bound));
  let value = uint32();
  while (u64(value) >= limit) value = uint32();
  return value % bound;
}

function normal(): f64 {
  let sum: f64 = -6;
  for (let i = 0; i < 12; i++) sum += float();
  return sum;
}

@inline function between(low: f64, high: f64): f64 {
  return low + (high - low) * float();
}

// The scratch, in bytes: the ink of one digit, then its points as given, moved and placed.

const ink: usize = 0; // (28, 28) f64
const mostPoints = 64;
const given: usize = ink + 8 * pixels; // (points, 2) f64
const moved: usize = given + 16 * mostPoints;
const placed: usize = moved + 16 * mostPoints;

/** Bytes that the scratch takes at the start of the memory. */
export function scratchBytes(): i32 {
  return i32(placed + 16 * mostPoints);
}

/** `count` digits. `streams`: (count, 4) u32, each digit's generator. `glyphs`: per label the number of its glyphs and
 *  their addresses; a glyph is its aspect, the number of its strokes, then each stroke's number of points and points, all
 *  f64. Writes (count, 28, 28) bytes and a byte of label for each. */
export function draw(count: i32, streams: usize, glyphs: usize, images: usize, labels: usize): void {
  for (let i = 0; i < count; i++) {
    const stream = streams + 16 * i;
    a = load<u32>(stream);
    b = load<u32>(stream, 4);
    c = load<u32>(stream, 8);
    d = load<u32>(stream, 12);
    const label = below(10);
    store<u8>(labels + i, u8(label));
    const row = glyphs + 64 * label; // the number of its glyphs, then at most 15 addresses
    const glyph = usize(load<u32>(row + 4 * (1 + below(load<u32>(row)))));
    memory.fill(ink, 0, 8 * pixels);
    strokes(glyph);
    develop(images + i * pixels);
  }
}

function strokes(glyph: usize): void {
  const aspect = load<f64>(glyph);
  const count = i32(load<f64>(glyph, 8));
  // This drawing's hand.
  const height = between(15, 21);
  const width = height * aspect * between(0.75, 1.25);
  const slant = 0.22 * normal() + 0.1;
  const bend = between(-0.25, 0.25);
  const x = normal() * 0.02 * 6.283185307179586; // below an eighth of a turn
  const y = x * x;
  const sin =
    x * (1 - (y / 6) * (1 - (y / 20) * (1 - (y / 42) * (1 - (y / 72) * (1 - (y / 110) * (1 - y / 156))))));
  const cos =
    1 -
    (y / 2) *
      (1 - (y / 12) * (1 - (y / 30) * (1 - (y / 56) * (1 - (y / 90) * (1 - (y / 132) * (1 - y / 182))))));

  let points = 0;
  let at = glyph + 16;
  for (let stroke = 0; stroke < count; stroke++) {
    const length = i32(load<f64>(at));
    at += 8;
    for (let i = 0; i < length; i++, at += 16) shakePoint(points++, load<f64>(at), load<f64>(at, 8));
  }
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < points; i++) {
    const px = load<f64>(moved + 16 * i);
    const py = load<f64>(moved + 16 * i, 8);
    const v = height * (py - 0.5);
    const u = width * (px - 0.5 + bend * (py - 0.5) * (py - 0.5)) - slant * v;
    const qx = cos * u - sin * v;
    const qy = sin * u + cos * v;
    left = min(left, qx);
    right = max(right, qx);
    top = min(top, qy);
    bottom = max(bottom, qy);
    store<f64>(placed + 16 * i, qx);
    store<f64>(placed + 16 * i, qy, 8);
  }
  const room: f64 = side - 2 * margin;
  const scale = min(1.0, min(room / (right - left), room / (bottom - top)));
  const slackX = (room - scale * (right - left)) / 2;
  const slackY = (room - scale * (bottom - top)) / 2;
  const x0 = f64(side / 2) + min(slackX, 2.5) * between(-1, 1) - (scale * (left + right)) / 2;
  const y0 = f64(side / 2) + min(slackY, 2.5) * between(-1, 1) - (scale * (top + bottom)) / 2;
  for (let i = 0; i < points; i++) {
    const point = placed + 16 * i;
    store<f64>(point, x0 + scale * load<f64>(point));
    store<f64>(point, y0 + scale * load<f64>(point, 8), 8);
  }
  const radius = between(0.75, 1.75);
  const taper = between(-0.25, 0.25);
  at = glyph + 16;
  let first = placed;
  for (let stroke = 0; stroke < count; stroke++) {
    const length = i32(load<f64>(at));
    curve(first, length, radius, taper);
    at += 8 + 16 * length;
    first += 16 * length;
  }
}

/** Points at the same place move together. */
function shakePoint(index: i32, x: f64, y: f64): void {
  store<f64>(given + 16 * index, x);
  store<f64>(given + 16 * index, y, 8);
  let from = moved + 16 * index;
  for (let i = 0; i < index; i++)
    if (load<f64>(given + 16 * i) == x && load<f64>(given + 16 * i, 8) == y) {
      from = moved + 16 * i;
      break;
    }
  const to = moved + 16 * index;
  if (from == to) {
    store<f64>(to, x + shake * normal());
    store<f64>(to, y + shake * normal(), 8);
  } else {
    store<f64>(to, load<f64>(from));
    store<f64>(to, load<f64>(from, 8), 8);
  }
}

function curve(first: usize, points: i32, radius: f64, taper: f64): void {
  const pieces = (points - 1) * piecesPerSpan;
  let x0 = load<f64>(first);
  let y0 = load<f64>(first, 8);
  let segment = 0;
  for (let i = 0; i + 1 < points; i++) {
    const before = first + 16 * max(0, i - 1);
    const from = first + 16 * i;
    const to = first + 16 * (i + 1);
    const after = first + 16 * min(points - 1, i + 2);
    for (let piece = 1; piece <= piecesPerSpan; piece++, segment++) {
      const t = f64(piece) / f64(piecesPerSpan);
      const x1 = catmullRom(load<f64>(before), load<f64>(from), load<f64>(to), load<f64>(after), t);
      const y1 = catmullRom(load<f64>(before, 8), load<f64>(from, 8), load<f64>(to, 8), load<f64>(after, 8), t);
      const along = f64(segment) / f64(pieces) - 0.5;
      cover(x0, y0, x1, y1, radius * (1 + taper * along));
      x0 = x1;
      y0 = y1;
    }
  }
}

function catmullRom(a: f64, b: f64, c: f64, d: f64, t: f64): f64 {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

function cover(x0: f64, y0: f64, x1: f64, y1: f64, radius: f64): void {
  const reach = radius + 0.5;
  const dx = x1 - x0;
  const dy = y1 - y0;
  const inverse = 1 / (dx * dx + dy * dy + 1e-12);
  const left = max(0, i32(floor(min(x0, x1) - reach)));
  const right = min(side - 1, i32(floor(max(x0, x1) + reach)));
  const top = max(0, i32(floor(min(y0, y1) - reach)));
  const bottom = min(side - 1, i32(floor(max(y0, y1) + reach)));
  const limit = reach * reach;
  for (let row = top; row <= bottom; row++) {
    const y = f64(row) + 0.5 - y0;
    const ydy = y * dy;
    let at = ink + 8 * (row * side + left);
    for (let column = left; column <= right; column++, at += 8) {
      const before = load<f64>(at);
      if (before == 1) continue; // nothing covers it more
      const x = f64(column) + 0.5 - x0;
      const t = clamp((x * dx + ydy) * inverse);
      const ox = x - t * dx;
      const oy = y - t * dy;
      const squared = ox * ox + oy * oy;
      if (squared >= limit) continue;
      const covered = reach - sqrt(squared);
      if (covered > before) store<f64>(at, covered > 1 ? 1 : covered);
    }
  }
}

/** Compares, because the minimum and maximum of WebAssembly take several instructions. */
@inline function clamp(x: f64): f64 {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}

function develop(into: usize): void {
  const strength = 0.75 + 0.25 * float();
  const grain = 0.12 * float();
  for (let i = 0; i < pixels; i++) {
    const value = strength * load<f64>(ink + 8 * i) + grain * (float() + float() - 1);
    store<u8>(into + i, u8(i32(255 * clamp(value) + 0.5)));
  }
}
