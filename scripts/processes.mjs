// `npm run test:processes`: the end-to-end tests of `npm test` against a server of three processes with Redis behind nginx
// (R31), which have to be installed. Tests that start a server of their own run as they do there. Other arguments are
// Playwright's (`-- --shard 1/4`, `-- home`).
import { runPlaywright } from './run-playwright.mjs';

runPlaywright('side-by-side', ['--project=alone', ...process.argv.slice(2)], {
  LOCKSTEP_E2E_PROCESSES: '3',
});
