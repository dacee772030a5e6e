// `npm run test:screens`: a picture of every screen and state, and what axe and a ruler find wrong with it.
import { defineConfig } from '@playwright/test';
import base from './playwright.config';

export default defineConfig({
  ...base,
  testDir: 'e2e/screens',
  projects: [{ name: 'screens', fullyParallel: true, use: { contextOptions: { reducedMotion: 'reduce' } } }],
  timeout: 10 * 60_000,
});
