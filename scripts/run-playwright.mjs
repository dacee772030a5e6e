// Runs one project of playwright.config.ts on the built product. Installs and builds what is missing. The exit code
// is Playwright's.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';

/**
 * @param {string} project
 * @param {readonly string[]} args Playwright's
 * @param {Record<string, string>} env besides this process's own
 * @returns {import('node:child_process').ChildProcess}
 */
export function runPlaywright(project, args, env = {}) {
  ensureInstalled();
  ensureBrowsers(['chromium']);
  buildIfOutdated();
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
  const child = spawn(process.execPath, [cli, 'test', `--project=${project}`, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 1;
  });
  return child;
}
