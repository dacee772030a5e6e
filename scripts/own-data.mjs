// `npm run test:data -- FOLDER`: trains on the files of this folder in a real Chromium, and takes the models home: MNIST's
// two IDX files (gzipped or not) and one .txt. Installs and builds what is missing. Further arguments are Playwright's.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error(
    'npm run test:data -- FOLDER: a folder with MNIST’s images and labels (IDX) and one text (.txt)',
  );
  process.exit(1);
}
ensureInstalled();
ensureBrowsers(['chromium']);
buildIfOutdated();
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const args = ['test', '--config', 'playwright.data.config.ts', ...rest];
const env = { ...process.env, LOCKSTEP_DATA: path.resolve(folder) };
const child = spawn(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
