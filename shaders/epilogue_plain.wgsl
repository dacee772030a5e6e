// Matmul epilogue that changes nothing.

fn epilogue(value: Wide, column: u32, at: u32) -> Wide {
  return value;
}
