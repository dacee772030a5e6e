// `npm run test:class`: a class of 24 through one lesson: six tabs of a real Chromium and 18 replicas in Node. Installs and
// builds what is missing. `-- --laptops 6` takes fewer replicas in Node, 1 to 18: all share this machine, and two cores that do
// other work are too few for 24 members. Other arguments are Playwright's.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';

const given = process.argv.slice(2);
const at = given.indexOf('--laptops');
const [, laptops] = at < 0 ? [] : given.splice(at, 2);
if (at >= 0 && !(Number.isInteger(Number(laptops)) && laptops >= 1 && laptops <= 18)) {
  console.error('--laptops is a whole number from 1 to 18');
  process.exit(2);
}

ensureInstalled();
ensureBrowsers(['chromium']);
buildIfOutdated();
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const args = ['test', '--config', 'playwright.class.config.ts', ...given];
const child = spawn(process.execPath, [cli, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...(laptops !== undefined && { LOCKSTEP_CLASS_LAPTOPS: laptops }) },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
