// `npm run test:class`: a class of 24 through one lesson. It has the whole machine.
import { defineConfig } from '@playwright/test';
import base from './playwright.config';

export default defineConfig({
  ...base,
  testDir: 'e2e/class',
  projects: [{ name: 'class', use: { contextOptions: { reducedMotion: 'reduce' } } }],
  workers: 1,
  timeout: 15 * 60_000,
  reporter: [['list']],
});
