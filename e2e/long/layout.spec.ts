// Where things stand at several widths and in each language: labels of axes, the first screen below a question, and the
// choices of a form.
import { chooseLanguage } from '../choose-language';
import type { Page } from '@playwright/test';
import { blankPage, expect, test } from '../fixtures';
import { resize, settleMs, showLabScreen } from '../lab-screens';

const widths = [360, 768, 1440] as const;

/** All panels of all tabs. */
function show(page: Page, name: string): Promise<void> {
  return showLabScreen(page, `/lab/screen/${name}?tab=all`);
}

interface AxisLabel {
  readonly text: string;
  /** False where its chart cuts the label off. */
  readonly isWhole: boolean;
}

function axisLabels(page: Page): Promise<readonly AxisLabel[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.recharts-surface text, [data-axis] text')].map((text) => {
      const label = text.getBoundingClientRect();
      const picture = text.closest('svg')!.getBoundingClientRect();
      return {
        text: text.textContent,
        isWhole:
          label.left >= picture.left &&
          label.right <= picture.right &&
          label.top >= picture.top &&
          label.bottom <= picture.bottom,
      };
    }),
  );
}

test('axis labels are whole, and words too where a large number stands beside them', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  for (const name of ['training-30', 'training-text']) {
    await show(page, name);
    for (const width of widths) {
      await resize(page, width);
      // Charts that follow their frame's new size are drawn some frames after the rest on a busy machine.
      await expect
        .poll(async () => (await axisLabels(page)).filter(({ isWhole }) => !isWhole), {
          message: `${name}, ${width} px`,
          timeout: settleMs,
        })
        .toEqual([]);
      const labels = await axisLabels(page);
      expect(labels.length).toBeGreaterThan(10);
      expect(labels.map(({ text }) => text)).toContain('1.5e-4');
    }
  }
  await expect(page.getByText('windows per step')).toBeVisible();
});

test('loss, model and ring are whole on a laptop’s first screen below the host’s question too, in each language', async ({
  tabs,
}) => {
  const page = await tabs.open(blankPage);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [language, question, ...panels] of [
    ['en', 'The host’s question', 'Loss', 'What it has learned', 'The ring'],
    ['de', 'Die Frage der Leitung', 'Verlust', 'Was es gelernt hat', 'Der Ring'],
    ['fr', 'La question de l’hôte', 'Perte', 'Ce qu’il a appris', 'L’anneau'],
  ] as const)
    for (const name of ['asked-host', 'asked-above', 'asked-lesson', 'asked-host-lesson']) {
      await showLabScreen(page, `/lab/screen/${name}`);
      await chooseLanguage(page, language);
      await expect(page.getByRole('region', { name: question })).toBeVisible();
      await resize(page, 1440);
      for (const shown of panels) {
        const box = (await page.getByRole('region', { name: shown, exact: true }).boundingBox())!;
        expect(box.y + box.height, `${name}, ${language}: ${shown}`).toBeLessThanOrEqual(900);
      }
    }
});

test('no choice of the form of a new room is cut, in any language', async ({ tabs }) => {
  const page = await tabs.open('/start');
  await page.getByText('More settings', { exact: true }).click();
  const presets = page.locator('input[name=preset]');
  await expect(presets.first()).toBeAttached();
  for (const [language, more] of [
    ['en', 'More settings'],
    ['de', 'Mehr Einstellungen'],
    ['fr', 'Plus de réglages'],
  ] as const) {
    await chooseLanguage(page, language);
    await expect(page.getByText(more, { exact: true })).toBeVisible();
    for (const width of widths) {
      await resize(page, width);
      // The settings of a language model have the most choices.
      for (const index of [0, 2]) {
        await presets.nth(index).check();
        await expect(page.locator('details select').first()).toBeVisible();
        expect(await page.evaluate(cutChoices), `${language}, ${width} px`).toEqual([]);
      }
    }
  }
});

/** The choices in the page that are wider than their select, without its arrow. */
function cutChoices(): string[] {
  const arrow = 20;
  const pen = document.createElement('canvas').getContext('2d')!;
  const shown = [...document.querySelectorAll('select')].filter((select) => select.checkVisibility());
  return shown.flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    pen.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
  });
}
