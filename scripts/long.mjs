// `npm run test:long`: tests of minutes that `npm test` leaves out. First those of vitest, then those end to end.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { runPlaywright } from './run-playwright.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';

ensureInstalled();
ensureBrowsers(['chromium', 'firefox', 'vulkan']);
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const projects = ['--project', 'long', '--project', 'gpu-long'];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...projects, '--silent=false'], {
  cwd: root,
  stdio: 'inherit',
});
const given = process.argv.slice(2);
// Tests that compare measured times run after all others; chosen ones run as they come.
if (given.length > 0) runPlaywright('long', ['--project=measured', ...given]);
else runPlaywright('long', []).on('exit', () => runPlaywright('measured', []));
process.on('exit', (code) => {
  process.exitCode = code || (status ?? 1);
});
