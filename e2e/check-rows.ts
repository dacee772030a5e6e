// The rows of /check.
import { expect, type Locator, type Page } from '@playwright/test';

const withinMs = 60_000;

/** One row: its name, then the finding. */
export function row(page: Page, name: string): Locator {
  return page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
}

export async function expectRow(page: Page, name: string, grade: string, words: RegExp): Promise<void> {
  await expect(row(page, name)).toContainText(words, { timeout: withinMs });
  await expect(row(page, name)).toContainText(`${grade}:`);
}

export const measured = /opened in [\d.]+\sm?s: round trip [\d.]+\sms, [\d.]+\s[kM]B\/s/;
