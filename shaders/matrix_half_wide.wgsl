// Elements of a matrix in f16, by fours: every device can unpack them. aliases: Matrix (vec2u).

fn place_of(at: u32) -> u32 { return at; }

fn element(stored: Matrix, at: u32) -> vec4f {
  return vec4f(unpack2x16float(stored.x), unpack2x16float(stored.y));
}
