// Builds the labs for the end-to-end tests into dist-lab: a copy of the built product, and the labs beside it. `npm test` runs
// it as a stage of its own, beside tests; a single `playwright test` builds what is outdated.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/install.mjs';
import { newestMs } from '../../scripts/setup-build.mjs';
import { labDocument } from './lab-pages.mjs';

const product = path.join(root, 'dist');
const folder = path.join(root, 'dist-lab');

/** Throws when the product is not built, or the build fails. */
export function buildLabIfOutdated() {
  if (!existsSync(path.join(product, 'index.html')))
    throw new Error('the page is not built yet: run `npm run build`');
  const built = statSync(path.join(folder, labDocument), { throwIfNoEntry: false });
  const sources = ['dist/index.html', 'app', 'src', 'shaders', 'tools/lab', 'package-lock.json'];
  if (built && newestMs(sources.map((source) => path.join(root, source))) <= built.mtimeMs) return;
  console.error('Building the labs …');
  rmSync(folder, { recursive: true, force: true });
  cpSync(product, folder, { recursive: true });
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'tools/lab/vite.config.ts', '--logLevel', 'error'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  );
  if (status !== 0) throw new Error('the build of the labs failed; see above');
}

if (process.argv[1] === import.meta.filename) buildLabIfOutdated();
