// Runs after packages are installed (package.json, `prepare`): git takes its hooks from scripts/hooks. Does nothing where
// this folder is not the root of a work tree, where other hooks are set, or where git refuses: a hook is a convenience.
// `prepare` goes on where this file is missing: an image may install packages before it has the sources.
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
