// `npm run test:faults`: every row of the fault table on real tabs. Installs and builds what is missing, runs the rows
// one after another and prints the table. `-- --short` shortens the two long rows. Other arguments are Playwright's
// (`-- killed` runs one file, `-- -g hidden` the rows of that name). Rows in network namespaces need root and Linux;
// rows with a TURN server also need coturn.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';
import { ensureCoturn } from './setup-coturn.mjs';

const given = process.argv.slice(2);
const isShort = given.includes('--short');
const args = given.filter((arg) => arg !== '--short');

ensureInstalled();
ensureBrowsers(['chromium']);
ensureCoturn();
buildIfOutdated();
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const child = spawn(process.execPath, [cli, 'test', '--config', 'playwright.faults.config.ts', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, LOCKSTEP_FAULTS_SHORT: isShort ? '1' : '' },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
