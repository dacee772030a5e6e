// What the documents say of the code is there: every link, path, file, command and test that they name. CONTRIBUTING has a
// test for every folder and a screen for every e2e file. README and ARCHITECTURE stay short enough to be read at once.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codecKinds, codecNamed, compressionKinds, isGathered } from './src/codecs/setting';
import { importTable, isTest } from './import-table.js';
import { replicaHelp } from './src/cli/replica/replica-options';
import { ringHelp } from './src/cli/ring/ring-table';
import { protocolVersion as roomProtocol } from './src/net/room/room-messages';
import { frameTypes } from './src/net/frame/frame';
import { hostCommand } from './src/train/commands/host-command';
import { frameRules } from './src/train/peers/frame-budgets';
import { helloSchema, protocolVersion as ringProtocol } from './src/train/peers/hello';

const root = import.meta.dirname;
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const folders = ['src', 'app', 'tools', 'e2e', 'scripts', 'shaders', 'docs', 'public', '.github'];
const files = readdirSync(root)
  .concat(
    folders.flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, '/')),
      ),
    ),
  )
  .filter((file) => !file.includes('node_modules'));
const names = new Set(files.map((file) => path.posix.basename(file)));
const documents = files.filter((file) => file.endsWith('.md'));

/** Every `…` of a document, with commands in blocks, by line. */
function quotesOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```\w*\n([^]*?)^```/gm)].flatMap(([, block]) => block.split('\n'));
  return [...blocks, ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, quote]) => quote)];
}

/** Names that stand for any: `app/screens/x.tsx`, `lessons/CODE.ts`. */
const isAnyName = (name: string): boolean => /[*{<…]|\b[A-Z]{2,}\b|(^|[/-])x[./-]|\/x$/.test(name);

/** Files that a program of a person writes or reads, and no files of the repository. */
const ofPeople = new Set([
  ...['model.py', 'train.py', 'config.json', 'tokenizer.json', 'python-module.py'],
  ...['book.txt', 'iris.csv', 'before.jsonl', 'after.jsonl', 'record.jsonl', 'life.json'],
]);

const named = documents.flatMap((document) => quotesOf(read(document)).map((quote) => ({ document, quote })));
const told = (problems: readonly { document: string; quote: string }[]): readonly string[] =>
  problems.map(({ document, quote }) => `${document}: ${quote}`);

test('every file that a document links to exists', () => {
  const missing = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link]) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(path.join(root, path.dirname(file), link)))
      .map((link) => `${file}: ${link}`),
  );
  expect(missing).toEqual([]);
});

test('every heading that a document links to exists', () => {
  const slugsOf = (file: string): ReadonlySet<string> =>
    new Set(
      [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
          .replaceAll(' ', '-'),
      ),
    );
  const missing = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([\w./-]*)#([^)]+)\)/g)]
      .filter(([, link, heading]) => {
        const target = link === '' ? file : path.posix.join(path.posix.dirname(file), link);
        return target.endsWith('.md') && !slugsOf(target).has(heading);
      })
      .map(([, link, heading]) => `${file}: ${link}#${heading}`),
  );
  expect(missing).toEqual([]);
});

test('every page of docs is linked from README or ARCHITECTURE', () => {
  const linked = read('README.md') + read('ARCHITECTURE.md');
  expect(documents.filter((file) => file.startsWith('docs/') && !linked.includes(`(${file})`))).toEqual([]);
});

test('every path and file that a document names exists', () => {
  const missing = named.filter(({ document, quote }) => {
    if (isAnyName(quote)) return false;
    if (/^(src|app|tools|e2e|scripts|shaders|docs|public)\/[\w./-]+$/.test(quote))
      return !files.some((file) => file === quote.replace(/\/$/, '') || file.startsWith(quote));
    if (!/^[\w-]+(\/[\w-]+)*(\.[\w-]+)*\.(ts|tsx|mjs|wgsl|as|py)$/.test(quote)) return false;
    const name = path.posix.basename(quote);
    return (
      !names.has(name) && !ofPeople.has(name) && !existsSync(path.join(root, path.dirname(document), quote))
    );
  });
  expect(told(missing)).toEqual([]);
});

test('every command that a document names is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const missing = named.filter(({ quote }) =>
    [...quote.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].some(([, script]) => !(script in scripts)),
  );
  expect(told(missing)).toEqual([]);
});

test('every test that a document tells one to run is there', () => {
  const tests = files.filter(isTest);
  const missing = named.flatMap(({ document, quote }) =>
    [...quote.matchAll(/vitest run --project (\w+)((?: [\w./-]+)+)/g)].flatMap(([, project, paths]) =>
      paths
        .trim()
        .split(' ')
        .filter(
          (name) =>
            !isAnyName(name) &&
            !tests.some((file) => file.startsWith(name) && (project !== 'gpu' || /gpu|simd/.test(file))),
        )
        .map((name) => `${document}: ${name}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('CONTRIBUTING names a test for every folder', () => {
  const table = read('CONTRIBUTING.md').split('## Which test for what')[1].split('###')[0];
  const tested = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, changed]) =>
    [...changed.matchAll(/`([\w./-]+)`/g)].map(([, folder]) => folder),
  );
  const tools = readdirSync(path.join(root, 'tools'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `tools/${name}`);
  const all = [...Object.keys(importTable).filter((folder) => folder !== 'app'), ...tools, 'e2e', 'scripts'];
  expect(tested).toContain('src/membership');
  expect(
    all.filter((folder) => !tested.some((one) => folder === one || folder.startsWith(`${one}/`))),
  ).toEqual([]);
});

test('CONTRIBUTING names the screen of every e2e file', () => {
  const table = read('CONTRIBUTING.md').split('### The e2e file of a screen')[1].split('###')[0];
  const listed = new Set([...table.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name));
  const specs = readdirSync(path.join(root, 'e2e'))
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => file.replace('.spec.ts', ''));
  expect(specs.filter((name) => !listed.has(name))).toEqual([]);
});

test.each([
  ['README.md', 120],
  ['ARCHITECTURE.md', 150],
])('%s has at most %i lines, none above 120 characters', (file, most) => {
  const lines = read(file).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(most);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

/** PROTOCOL.md, with no thousands separators. */
const protocol = (): string => read('src/net/PROTOCOL.md').replaceAll(/(\d),(?=\d{3})/g, '$1');

test('PROTOCOL has the versions, frame types and budgets of the code', () => {
  expect(protocol()).toMatch(new RegExp(`^\\| ring protocol, .*\\| ${ringProtocol} \\|`, 'm'));
  expect(protocol()).toMatch(new RegExp(`^\\| room protocol, .*\\| ${roomProtocol} \\|`, 'm'));
  const rows = Object.entries(frameTypes).map(
    ([type, { byte, channel }]) => `| ${byte} | \`${type}\` | ${channel} |`,
  );
  expect(
    rows.filter((row) => !protocol().includes(row)),
    'PROTOCOL.md, table of F4, lacks',
  ).toEqual([]);
  const budgets = protocol().split('**L19**')[1].split('\n')[0];
  const missing = Object.entries(frameRules).filter(
    ([, { capacity, perSecond }]) => !budgets.includes(`${capacity} and ${perSecond}`),
  );
  expect(missing, 'PROTOCOL.md, L19, lacks').toEqual([]);
});

test('PROTOCOL has every command of a host and every field of a hello', () => {
  const kinds = hostCommand.options.map(({ entries }) => entries.kind.literal);
  const rows = protocol().split('| kind ([host-command.ts]')[1].split('\n\n')[0];
  expect(
    kinds.filter((kind) => !rows.includes(`\`${kind}\``)),
    'PROTOCOL.md, commands, lacks',
  ).toEqual([]);
  const fields = [
    ...Object.keys(helloSchema.entries),
    ...Object.keys(helloSchema.entries.ring.wrapped.entries).map((field) => `ring.${field}`),
  ];
  const hello = protocol().split('### Hello')[1].split('## R: rooms')[0];
  expect(fields.filter((field) => !hello.includes(`\`${field}\``))).toEqual([]);
});

test('command-line.md has every option of the ring and of the replica', () => {
  const page = read('docs/command-line.md');
  const options = [ringHelp, replicaHelp].flatMap((help) =>
    [...help.matchAll(/^ +(--[a-z-]+)/gm)].map(([, option]) => option),
  );
  expect(options.length).toBeGreaterThan(40);
  expect(options.filter((option) => option !== '--help' && !page.includes(`\`${option}`))).toEqual([]);
});

test('documents list every codec', () => {
  const listed = (kinds: readonly string[]): string => kinds.map((kind) => `\`${kind}\``).join(', ');
  expect(read('docs/command-line.md'), 'the row of --codec').toContain(listed(compressionKinds));
  const gathered = codecKinds.filter((kind) => isGathered(codecNamed(kind)));
  expect(protocol(), 'rule C10').toContain(`Codecs whose parts do not add up (${listed(gathered)})`);
});

test('a document names every script of package.json and every bench', () => {
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const all = documents.map(read).join('\n');
  const isNamed = (script: string): boolean =>
    new RegExp(`npm (run )?(--silent )?${script}(?![\\w:-])`).test(all);
  expect(Object.keys(scripts).filter((script) => script !== 'prepare' && !isNamed(script))).toEqual([]);
  const benches = [...read('scripts/bench.mjs').matchAll(/^ {2}'?([\w-]+)'?: 'tools/gm)].map(
    ([, name]) => name,
  );
  expect(benches.length).toBeGreaterThan(5);
  expect(benches.filter((name) => !read('docs/benches.md').includes(`npm run bench -- ${name}`))).toEqual([]);
});
