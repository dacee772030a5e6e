// `npm run test:faults`: every row of the fault table on real tabs, its times measured, in one table at the end.
import { defineConfig } from '@playwright/test';
import base from './playwright.config';

// Lost devices and frozen tabs are faults of WebGPU too: rings by script run on it.
process.env.LOCKSTEP_E2E_ENGINE = 'webgpu';

export default defineConfig({
  ...base,
  testDir: 'e2e/faults',
  projects: [{ name: 'faults' }],
  // A row has the whole machine.
  workers: 1,
  // The longest row hides a tab for ten minutes.
  timeout: 15 * 60_000,
  reporter: [['list'], ['./e2e/faults/fault-table.ts']],
});
