// `npm run soak`: installs missing packages, then adds and kills replicas (tools/soak/soak.ts); with --tabs, tabs of
// the built page.
import { ensureInstalled } from './install.mjs';
import { runCli } from './run-cli.mjs';
import { buildIfOutdated } from './serve.mjs';
import { ensureBrowsers } from './setup-browsers.mjs';

const args = process.argv.slice(2);
ensureInstalled();
if (args.some((arg) => /^--tabs(=|$)/.test(arg))) {
  ensureBrowsers(['chromium']);
  buildIfOutdated();
}
runCli('tools/soak/soak.ts', args);
