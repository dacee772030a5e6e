// Elements of a matrix that is stored as other tensors are. aliases: Matrix, Wide (vec4f or f32).

fn place_of(at: u32) -> u32 { return at; }

fn element(stored: Matrix, at: u32) -> Wide { return Wide(stored); }
