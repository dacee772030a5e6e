// The lint rule `lockstep/app-addresses`, by the linter itself: one line each that it refuses, and that it lets through.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = import.meta.dirname;
const refused = [
  '<a href="/lessons" />',
  '<a href={`/lesson/${id}`} />',
  "fetch('/config.json')",
  "navigate('/start')",
  'navigate(roomPath(id))',
  "location.assign('/')",
  "window.location.replace('/' + id)",
  'location.origin + id',
  "location.pathname === '/'",
];
const allowed = [
  '<Link href="/lessons" />',
  '<a href="#main" />',
  '<a href={`${basePath()}/lessons`} />',
  'fetch(`${pageBase()}/config.json`)',
  'navigate(basePath() + roomPath(id))',
  'location.assign(id)',
  "pathInApp() === '/'",
];
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lockstep-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('what leads to the root of a name is refused, and nothing else', () => {
  const head = "import { navigate } from 'wouter/use-browser-location';\n";
  const lines = [...refused, ...allowed].map((line, index) => `export const f${index} = () => ${line};`);
  writeFileSync(path.join(folder, 'lines.tsx'), head + lines.join('\n') + '\n');
  const config = path.join(folder, 'oxlintrc.json');
  const rules = { 'lockstep/app-addresses': 'error' };
  writeFileSync(
    config,
    JSON.stringify({
      jsPlugins: [path.join(root, 'lint-plugin.js')],
      categories: { correctness: 'off' },
      rules,
    }),
  );
  const oxlint = path.join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--config', config, '--format', 'json', folder], {
    encoding: 'utf8',
    cwd: root,
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[];
  };
  const found = diagnostics.map(({ code, labels }) => [code, labels[0].span.line - 1]);
  expect(found.sort((a, b) => Number(a[1]) - Number(b[1]))).toEqual(
    refused.map((_, index) => ['lockstep(app-addresses)', index + 1]),
  );
});
