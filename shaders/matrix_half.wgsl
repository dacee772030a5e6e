// Elements of a matrix in f16, two in a word: every device can unpack them. aliases: Matrix (u32).

fn place_of(at: u32) -> u32 { return at / 2; }

fn element(stored: Matrix, at: u32) -> f32 {
  let both = unpack2x16float(stored);
  return select(both.x, both.y, at % 2 == 1);
}
