// The playground on a text and on points: the same run from its file, in a fresh profile without a ring, writes the same. What
// it draws of a model is what plain loops make of the file's weights.
import type { Locator, Page } from '@playwright/test';
import { groupDigits } from '../../src/base/group-digits';
import { twoLooks, violationsOf } from '../axe';
import { expect, test } from '../fixtures';
import { classOneAt, firstAttention, readWeights } from '../file-weights';
import { order, snapshotOf, untilPhase, untilStep } from '../lockstep-page';
import { colours, load, pixelsOf, savedBy, shade, strangePixels } from '../saved-model';

test('write a text while it is paused and from its file, and see a boundary', async ({ tabs }) => {
  const page = await tabs.open();
  const fresh = await tabs.openStranger('/playground');
  await page.goto('/alone?replicas=1&preset=stories&backend=cpu&layers=1&channels=32&tab=play');
  await untilStep(page, 10);
  await order(page, { kind: 'pause' });
  await untilPhase(page, 'paused');
  const paused = groupDigits((await snapshotOf(page))!.step);
  await expect(page.getByText(new RegExp(`^Step ${paused}\\b.* parameters$`))).toBeVisible();
  const written = page.getByRole('region', { name: `Written at step ${paused}`, exact: true });
  await write(page.getByRole('tabpanel'));
  await written.getByRole('listbox').press('ArrowRight');
  await expect(written.getByRole('list', { name: 'The likeliest characters there' }).getByRole('listitem')).toHaveCount(5); // prettier-ignore
  expect(await violationsOf(page, [twoLooks[1]])).toEqual([]);
  const text = await written.getByRole('listbox').innerText();
  const gpt = await savedBy(page);
  await load(fresh, 'gpt.safetensors', gpt);
  await write(fresh.getByRole('main'));
  const again = fresh.getByRole('region', { name: `Written at step ${paused}`, exact: true });
  expect(await again.getByRole('listbox').innerText()).toBe(text);
  await expectAttention(fresh, gpt);

  await page.goto('/alone?replicas=1&preset=moons&backend=cpu');
  await untilStep(page, 40);
  await order(page, { kind: 'pause' });
  const moons = await savedBy(page);
  await load(fresh, 'moons.safetensors', moons);
  await expectBoundary(fresh, moons);
});

async function write(within: Locator): Promise<void> {
  await within.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(within.getByText(/^300 characters in .* a second on this device/)).toBeVisible();
}

async function expectAttention(page: Page, file: Buffer): Promise<void> {
  const weights = readWeights(file);
  const characters = JSON.parse(weights.metadata.characters) as readonly string[];
  const text = 'ann has a dog';
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
  const maps = firstAttention(
    weights,
    [...text].map((character) => characters.indexOf(character)),
    4,
  );
  const nameOf = (at: number): string => (text[at] === ' ' ? 'space' : text[at]);
  for (const [head, rows] of maps.entries()) {
    const canvas = page.getByRole('img', { name: `Layer 1, head ${head + 1}: 13 by 13 weights` });
    await expect.poll(() => strangePixels(canvas, rows.flat())).toBe(0);
    await page.getByLabel('Head', { exact: true }).selectOption({ value: String(head) });
    const last = rows[12];
    const sentence = page.getByText(/^“g” at 13 reads most of “.+” at \d+: \d+\s%\.$/);
    const told = async () => (/“(.+)” at (\d+): (\d+)\s%/.exec((await sentence.innerText()).slice(4)) ?? []).slice(1); // prettier-ignore
    await expect.poll(async () => Math.abs(Number((await told())[2]) - 100 * Math.max(...last))).toBeLessThan(0.51); // prettier-ignore
    const [name, at] = await told();
    expect(name).toBe(nameOf(Number(at) - 1));
    expect(last[Number(at) - 1]).toBeCloseTo(Math.max(...last), 5); // two may be equal but for rounding
  }
}

/** The ground between the points that lie on it: a place's colour is between those of the places around it. */
async function expectBoundary(page: Page, file: Buffer): Promise<void> {
  const weights = readWeights(file);
  const region = page.getByRole('region', { name: /^Boundary at step/ });
  const canvas = region.getByRole('img');
  await expect(canvas).toBeVisible();
  const atOrigin = classOneAt(weights, 3, [0, 0]);
  const share = (100 * Math.max(atOrigin, 1 - atOrigin)).toFixed(1);
  await expect(region.getByRole('status')).toContainText(
    `At (0.0, 0.0) class ${atOrigin >= 0.5 ? 1 : 0}, with ${share} %`,
  );
  const shownExtent = Number(await region.getByRole('slider', { name: 'x' }).getAttribute('max'));
  const palette = await colours(page);
  const { width, data } = await pixelsOf(canvas);
  const side = 40;
  const expected = [-0.05, 0.05].map((rounding) => {
    const extent = shownExtent + rounding;
    const place = (at: number): number => extent * ((2 * (at + 0.5)) / side - 1);
    return Array.from({ length: side * side }, (_, at) => {
      const p = classOneAt(weights, 3, [place(at % side), -place(Math.floor(at / side))]);
      return shade(palette, Math.sign(p - 0.5) * Math.min(1, 1.7 * Math.abs(p - 0.5)));
    });
  });
  const wrong: string[] = [];
  const seen = { above: 0, below: 0 };
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++) {
      const around = [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((x) => expected.map((one) => one[(row + y) * side + column + x]))); // prettier-ignore
      const fits = [[0, 0], [5, 5], [-5, -5], [5, -5], [-5, 5]].some(([dx, dy]) => {
        const x = Math.round(((column + 0.5) * width) / side) + dx;
        const y = Math.round(((row + 0.5) * width) / side) + dy;
        return [0, 1, 2].every((channel) => {
          const found = data[4 * (y * width + x) + channel];
          const bytes = around.map((colour) => colour[channel]);
          return found >= Math.min(...bytes) - 4 && found <= Math.max(...bytes) + 4;
        });
      }); // prettier-ignore
      if (!fits) wrong.push(`${row}, ${column}`);
      const [red, , blue] = expected[0][row * side + column];
      if (red > blue + 40) seen.below++;
      else if (blue > red + 40) seen.above++;
    }
  // A point may cover all five pixels of a place.
  expect(wrong.length, wrong.join('; ')).toBeLessThan(30);
  expect(Math.min(seen.above, seen.below)).toBeGreaterThan(100);
}
