// `npm run test:long`: end-to-end tests whose claims cheaper tests support, or that need Firefox for long.
import { defineConfig } from '@playwright/test';
import base from './playwright.config';

export default defineConfig({
  ...base,
  testDir: 'e2e/long',
  projects: [{ name: 'long', fullyParallel: true, use: { contextOptions: { reducedMotion: 'reduce' } } }],
});
