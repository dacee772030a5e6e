// Every lesson as a student takes it: its challenge missed once and met once; what axe says before and after.
import { lessonIds } from '../../app/lessons/core/lesson';
import { violationsOf } from '../axe';
import { blankPage, expect, test } from '../fixtures';
import { take, walks } from '../lesson-walk';

for (const id of lessonIds)
  test(`a student misses and meets the challenge of ${id}`, async ({ tabs }) => {
    const page = await tabs.open(blankPage);
    await page.goto(`/lesson/${id}`);
    await expect(page.getByRole('button', { name: 'Run it' })).toBeDisabled();
    expect(await violationsOf(page), id).toEqual([]);
    expect(walks[id]).toHaveLength(2);
    for (const [index, attempt] of walks[id].entries()) await take(page, attempt, index + 1);
    expect(await violationsOf(page), `${id}, after its runs`).toEqual([]);
    await page.goto(`/lesson/${id}/teacher`);
    await expect(page.getByRole('heading', { name: 'What goes wrong' })).toBeVisible();
    expect(await violationsOf(page), `the teacher’s page of ${id}`).toEqual([]);
  });
