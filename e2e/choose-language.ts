// Chooses the page’s language as a person does: in the row of pages, which a phone has behind a button.
import type { Page } from '@playwright/test';

export async function chooseLanguage(page: Page, language: string): Promise<void> {
  const choice = page.locator('header select');
  await choice.waitFor({ state: 'attached' });
  if (!(await choice.isVisible())) await page.locator('header button[aria-expanded]').first().click();
  await choice.selectOption(language);
}
