// Commit titles. `npm run check:titles` looks at every commit after the one that scripts/titles-since names. With a
// file, as the hook scripts/hooks/commit-msg calls it, it looks at the message in that file. Without git, in a shallow
// clone or if that commit is unknown, it says so and passes: then there is nothing to compare with.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { titleOf, titleProblem } from './commit-title.mjs';
import { root } from './install.mjs';

const [messageFile] = process.argv.slice(2);
process.exitCode = messageFile === undefined ? checkHistory() : checkMessage(messageFile);

function checkMessage(file) {
  const title = titleOf(readFileSync(file, 'utf8'));
  const problem = titleProblem(title);
  if (problem)
    console.error(`The commit's title: ${problem}.\n  ${title}\nSee “Commits” in CONTRIBUTING.md.`);
  return problem ? 1 : 0;
}

function checkHistory() {
  const since = readFileSync(path.join(root, 'scripts/titles-since'), 'utf8').trim();
  if (git('cat-file', '-e', `${since}^{commit}`) === undefined) {
    console.log('commit titles: not checked, there is no git history from scripts/titles-since on');
    return 0;
  }
  const commits = git('log', '--no-merges', '--format=%h %s', `${since}..HEAD`)?.split('\n').filter(Boolean);
  const wrong = (commits ?? []).flatMap((line) => {
    const problem = titleProblem(line.slice(line.indexOf(' ') + 1));
    return problem ? [`${line}\n  ${problem}`] : [];
  });
  for (const line of wrong) console.error(line);
  return wrong.length > 0 ? 1 : 0;
}

/** What it prints; undefined: there is no git, no repository, or it refuses. CI may own neither as the user it runs as. */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['-c', `safe.directory=${root}`, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout : undefined;
}
