// A run's file as the playground takes it, and what a canvas shows of its weights.
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';
import { type LockstepWindow } from './lockstep-page';

export async function savedBy(page: Page): Promise<Buffer> {
  const url = await page.evaluate(async () => {
    const { file } = await (window as LockstepWindow).lockstep!.checkpoint();
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsDataURL(file);
    });
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

export async function load(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(/checkpoint file$/).setInputFiles({ name, mimeType: '', buffer });
}

type Rgb = readonly number[];

/** The theme's colours: below 0, above 0, and of nothing. */
export function colours(page: Page): Promise<Record<'below' | 'above' | 'paper', Rgb>> {
  return page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const rgb = (name: string): number[] => (style.getPropertyValue(name).match(/[0-9a-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16)); // prettier-ignore
    return { below: rgb('--ramp-0'), above: rgb('--ramp-1'), paper: rgb('--surface') };
  });
}

/** The canvas’s pixels, RGBA by rows. */
export async function pixelsOf(
  canvas: Locator,
): Promise<{ readonly width: number; readonly data: Uint8Array }> {
  const { width, base64 } = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const { data } = element.getContext('2d')!.getImageData(0, 0, width, height);
    let bytes = '';
    for (let at = 0; at < data.length; at += 4 * width)
      bytes += String.fromCharCode(...data.subarray(at, at + 4 * width));
    return { width, base64: btoa(bytes) };
  });
  return { width, data: Buffer.from(base64, 'base64') };
}

/** paper at 0, the colour of its sign at −1 and 1. */
export function shade(
  { below, above, paper }: Record<'below' | 'above' | 'paper', Rgb>,
  value: number,
): number[] {
  const end = value < 0 ? below : above;
  return paper.map((from, channel) => from + (end[channel] - from) * Math.min(1, Math.abs(value)));
}

/** Pixels that are not those of `values`, which lie in −1 … 1 by rows; a byte rounds. */
export async function strangePixels(canvas: Locator, values: readonly number[]): Promise<number> {
  const palette = await colours(canvas.page());
  const { data } = await pixelsOf(canvas);
  expect(data).toHaveLength(4 * values.length);
  const isStrange = (value: number, at: number) => shade(palette, value).some((byte, channel) => Math.abs(byte - data[4 * at + channel]) > 1); // prettier-ignore
  return values.filter(isStrange).length;
}
