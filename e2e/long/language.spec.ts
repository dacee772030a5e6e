// The page in another language by the person's choice, while a ring trains on.
import { chooseLanguage } from '../choose-language';
import { expect, test } from '../fixtures';
import { calm, untilMoreSteps, untilStep } from '../lockstep-page';

test('a ring trains on while its page turns German, French and English again', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=2&preset=moons&backend=cpu');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  await untilStep(page, 5);
  await calm(page);
  for (const [language, loss] of [
    ['de', 'Verlust'],
    ['fr', 'Perte'],
    ['en', 'Loss'],
  ] as const) {
    await chooseLanguage(page, language);
    await expect(html).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { name: loss }).first()).toBeVisible();
    await untilMoreSteps([page], 3);
  }
});
