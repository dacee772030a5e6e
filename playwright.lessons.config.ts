// `npm run test:lessons`: every lesson as a student takes it. Some measure times, so nothing runs beside.
import { defineConfig } from '@playwright/test';
import base from './playwright.config';

export default defineConfig({
  ...base,
  testDir: 'e2e/lessons',
  projects: [{ name: 'lessons', use: { contextOptions: { reducedMotion: 'reduce' } } }],
  workers: 1,
  timeout: 15 * 60_000,
});
