// Whether this browser gives a page the pixels that were drawn. Some protect people from being recognized by altering what a
// page reads back: colours that are known are drawn and read.

/** Opaque colours, (count, 3). */
const known = Uint8Array.from([
  ...[0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255],
  ...[18, 52, 86, 200, 100, 50, 127, 128, 129],
]);
const cell = 8;
/** Some browsers change the last bit of some pixels, which no model can tell. */
const mostLevels = 2;

/** `read`: (pixels, 4), each of the colour at its place in `drawn` (pixels, 3). */
export function isFaithful(drawn: Uint8Array, read: Uint8ClampedArray): boolean {
  for (let pixel = 0; pixel < drawn.length / 3; pixel++) {
    if (read[4 * pixel + 3] !== 255) return false;
    for (let c = 0; c < 3; c++)
      if (Math.abs(read[4 * pixel + c] - drawn[3 * pixel + c]) > mostLevels) return false;
  }
  return true;
}

export function readsWhatItDraws(): boolean {
  const count = known.length / 3;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cell * count, cell];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  const drawn = new Uint8Array(3 * canvas.width * canvas.height);
  for (let at = 0; at < count; at++) {
    const colour = known.subarray(3 * at, 3 * at + 3);
    context.fillStyle = `rgb(${colour.join(' ')})`;
    context.fillRect(cell * at, 0, cell, cell);
    for (let y = 0; y < cell; y++)
      for (let x = 0; x < cell; x++) drawn.set(colour, 3 * (y * canvas.width + cell * at + x));
  }
  return isFaithful(drawn, context.getImageData(0, 0, canvas.width, canvas.height).data);
}
