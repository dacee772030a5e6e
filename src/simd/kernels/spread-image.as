// The copy of an image that a thread's windows read.

/** Copies rows [first, first + rows) of an image with zeros between and around its pixels: pixel (i, j) lies at row
 *  top + i·spread, column left + j·spread. */
export function spreadImage(
  image: usize, height: i32, width: i32, pixelBytes: i32, top: i32, left: i32, spread: i32,
  first: i32, rows: i32, columns: i32, to: usize,
): void {
  const rowBytes = columns * pixelBytes;
  memory.fill(to, 0, rows * rowBytes);
  const firstRow = max(0, (first - top + spread - 1) / spread);
  const endRow = min(height, (first + rows - top + spread - 1) / spread);
  const inside = min(width, (columns - left + spread - 1) / spread);
  for (let i = firstRow; i < endRow; i++) {
    const source = image + i * width * pixelBytes;
    const row = to + (top + i * spread - first) * rowBytes + left * pixelBytes;
    if (spread == 1) memory.copy(row, source, inside * pixelBytes);
    else
      for (let j = 0; j < inside; j++)
        memory.copy(row + j * spread * pixelBytes, source + j * pixelBytes, pixelBytes);
  }
}
