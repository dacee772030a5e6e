// Runs after packages are installed (package.json, `prepare`), so that git takes its hooks from scripts/hooks. A hook
// is a convenience. So nothing happens if this folder is not the root of a work tree, if other hooks are set, or if git
// refuses. `prepare` continues if this file is missing: an image may install packages before it has the sources.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { root } from './install.mjs';

const hooks = 'scripts/hooks';

const top = git('rev-parse', '--show-toplevel');
if (top !== undefined && realpathSync(top) === realpathSync(root)) {
  const before = git('config', 'core.hooksPath');
  if (before === undefined) git('config', '--local', 'core.hooksPath', hooks);
  else if (before !== hooks)
    console.log(`git hooks stay those of ${before}; commit titles are checked by npm run check`);
}

/** What it prints; undefined: it failed, or there is no git. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
