// Puts a drawing on the sheet as the dataset's digits lie there: scaled so that its longer side is theirs, and with its
// centre of mass where theirs is, as MNIST was made (LeCun et al. 1998). Pure.
import { layOf, type Sheet } from '../../data/sheet';

/** Samples along each axis of a pixel. */
const samples = 4;

/** The drawing (inkSide, inkSide) on the sheet (side, side). A sheet without ink stays empty. */
export function placeDrawing(ink: Float32Array, inkSide: number, sheet: Sheet): Float32Array {
  const placed = new Float32Array(sheet.side * sheet.side);
  const found = layOf(ink, inkSide);
  if (!found) return placed;
  const scale = Math.max(found.width, found.height) / sheet.longest; // drawn pixels for one of the sheet
  for (let row = 0; row < sheet.side; row++)
    for (let column = 0; column < sheet.side; column++) {
      let sum = 0;
      for (let i = 0; i < samples; i++)
        for (let j = 0; j < samples; j++)
          sum += inkAt(
            ink,
            inkSide,
            found.x + scale * (column + (j + 0.5) / samples - sheet.x),
            found.y + scale * (row + (i + 0.5) / samples - sheet.y),
          );
      placed[row * sheet.side + column] = sum / samples ** 2;
    }
  return placed;
}

/** The nearest pixel's ink; nothing outside. */
function inkAt(ink: Float32Array, side: number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return column < 0 || row < 0 || column >= side || row >= side ? 0 : ink[row * side + column];
}
