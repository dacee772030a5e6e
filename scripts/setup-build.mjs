// Whether dist/ is older than its sources.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const sources = ['app', 'src', 'shaders', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

/** True when dist/index.html is missing, or one of its sources changed after it was written. */
export function buildOutdated() {
  const built = statSync(path.join(root, 'dist/index.html'), { throwIfNoEntry: false });
  return !built || newestMs(sources.map((source) => path.join(root, source))) > built.mtimeMs;
}

/** Newest modification under the paths; folders count too, so that a deleted file is noticed. */
export function newestMs(paths) {
  let newest = 0;
  for (const each of paths) {
    const stat = statSync(each, { throwIfNoEntry: false });
    if (!stat) continue;
    newest = Math.max(newest, stat.mtimeMs);
    if (stat.isDirectory())
      newest = Math.max(newest, newestMs(readdirSync(each).map((name) => path.join(each, name))));
  }
  return newest;
}
