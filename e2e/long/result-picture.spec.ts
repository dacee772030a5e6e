// The picture of a result, which a person shares at the end of a run: the model beside the loss, made by the page itself.
import { readFileSync } from 'node:fs';
import { blankPage, expect, test } from '../fixtures';
import { showLabScreen } from '../lab-screens';

test('the end of a run is shared as a picture of the model and its loss', async ({ tabs }, testInfo) => {
  const page = await tabs.open(blankPage);
  for (const state of ['finished', 'finished-12']) {
    await showLabScreen(page, `/lab/screen/${state}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Share as a picture' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('lockstep-result.png');
    const file = testInfo.outputPath(`${state}.png`);
    await download.saveAs(file);
    const { width, height, colours, blue } = await page.evaluate(
      async (bytes) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        context.drawImage(image, 0, 0);
        const pixelsOf = (x: number, y: number, wide: number, high: number): readonly string[] => {
          const { data } = context.getImageData(x, y, wide, high);
          return Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3).join());
        };
        const ink = getComputedStyle(document.documentElement).getPropertyValue('--blue');
        context.fillStyle = ink;
        context.fillRect(0, 0, 1, 1);
        const [lineColour] = pixelsOf(0, 0, 1, 1);
        return {
          width: image.width,
          height: image.height,
          colours: new Set(pixelsOf(48, 150, 432, 432)).size,
          blue: pixelsOf(600, 150, 552, 432).filter((pixel) => pixel === lineColour).length,
        };
      },
      [...readFileSync(file)],
    );
    expect([width, height]).toEqual([1200, 630]);
    expect(colours, 'the picture of the model').toBeGreaterThan(10);
    // The line is four pixels thick, and as long as the plot is wide.
    expect(blue, 'the line of the loss').toBeGreaterThan(500);
  }
});
