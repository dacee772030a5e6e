// A wall does not scroll, at the sizes of projectors, and its text can be read from afar.
import { blankPage, expect, test } from './fixtures';
import { resize, showLabScreen } from './lab-screens';

test('a wall shows what came of a lesson with its curves and all answers, and why on a picture of its own', async ({
  tabs,
}) => {
  const page = await tabs.open(blankPage);
  await showLabScreen(page, '/lab/screen/project?state=lesson-came&lesson=one-model');
  await resize(page, 1280, 720);
  // Nobody has moved the pointer yet: the first key counts.
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'Where the time goes' })).toBeVisible();
  await page.getByRole('button', { name: 'Predictions' }).click();
  await expect(page.getByRole('img', { name: /^Loss on examples/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Answers' }).getByRole('listitem')).toHaveCount(3);
  const came = page.getByText('What came: “Neither: the two lines lie on each other”');
  await expect(came).toBeInViewport({ ratio: 1 });
  const why = page.getByText(/^4 × 8 = 32: both took the average/);
  await expect(why).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'One model, many tabs' })).toBeVisible();
  await expect(came).toBeInViewport({ ratio: 1 });
  await expect(why).toBeInViewport({ ratio: 1 });
  // A step on a virtual clock is a picture, too.
  await showLabScreen(page, '/lab/screen/project?state=lesson-came&lesson=fuse-and-overlap');
  await page.getByRole('button', { name: 'Predictions' }).click();
  await expect(page.getByRole('img', { name: /^One step takes 5\.09/ })).toBeInViewport({ ratio: 0.99 });
  await expect(page.getByText('What came: 5.09')).toBeInViewport({ ratio: 1 });
});
