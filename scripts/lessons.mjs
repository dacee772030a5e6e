// `npm run test:lessons`: every lesson in a real Chromium. Installs and builds what is missing. Arguments are Playwright's.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';

ensureInstalled();
ensureBrowsers(['chromium']);
buildIfOutdated();
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const args = ['test', '--config', 'playwright.lessons.config.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
