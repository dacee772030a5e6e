// `npm run test:data -- FOLDER`: real data of the person's own, which no clone has.
import { defineConfig } from '@playwright/test';
import base from './playwright.config';

export default defineConfig({
  ...base,
  testDir: 'e2e/data',
  projects: [{ name: 'data', use: { contextOptions: { reducedMotion: 'reduce' } } }],
  workers: 1,
  timeout: 10 * 60_000,
});
