// A number and its unit stay on one line: between them is a no-break space, in every text of every language.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { entriesOf } from '../../scripts/words/compiled.mjs';

const root = path.join(import.meta.dirname, '../..');
const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'app', 'src/base/*sayings.ts', 'src/base/large-size.ts'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  .filter((file) => existsSync(path.join(root, file)));

const unit =
  '(?:%|ms|s|min|h|[kMGT]?B|[kMGT]?o|[KMG]i[Bo]|[kMG]?bit/s|[kMG]|[MG]?Hz|px|FLOP)(?![\\p{L}\\p{N}_’(=[])';
/** A unit after a digit, or after what stands for a value; or a text that begins with its space: it is put after a
 *  number. */
const breakable = new RegExp(`[0-9\\u0000] ${unit}|^ ${unit}$`, 'u');
/** Whether a file can hold such a text: to read its code takes far longer. */
const mayBreak = new RegExp(` ${unit}|\\\\(?:u0020|u\\{20\\}|x20)`, 'u');

const catalogues = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app/words/*.po'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

/** The texts of a file in which a line may end between a number and its unit. */
function broken(name: string, code: string): string[] {
  if (!mayBreak.test(code)) return [];
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const judge = (text: string): void => {
    if (breakable.test(text)) found.push(`${name}: ${text.replaceAll('\0', '…')}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) judge(node.text);
    else if (ts.isTemplateExpression(node))
      judge(node.head.text + node.templateSpans.map(({ literal }) => `\0${literal.text}`).join(''));
    else if (ts.isJsxText(node)) {
      const isAfterValue = node.parent.getChildren().length > 0 && source.text[node.pos - 1] === '}';
      judge((isAfterValue ? '\0' : '') + node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no line ends between a number and its unit', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => broken(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('nor in a catalogue', () => {
  expect(catalogues.length).toBeGreaterThan(2);
  const texts = catalogues.flatMap((file) =>
    entriesOf(readFileSync(path.join(root, file), 'utf8')).map(
      // The French “o” is a byte; in Spanish, and in other languages, it says “or”.
      ({ translation }) =>
        `${file}: ${file.includes('/fr/') ? translation : translation.replaceAll(' o ', ' / ')}`,
    ),
  );
  expect(texts.filter((text) => breakable.test(text.replace(/\{\w+\}/g, '\0')))).toEqual([]);
});

test('the search finds plain spaces after digits, values and tags, and passes words and no-break spaces', () => {
  const code = `
    const a = ['at most 10 %', \`\${n} ms in all\`, ' kB', 'wait 30 s.', 'à 8 Mo'];
    const b = <p>{n} s left</p>;
    const c = ['10\\u00a0%', \`\${name} s’est\`, '4 steps', \`\${n} min(3)\`, '5 models', 'a % b', 'ms'];
    const d = <p>{n} steps</p>;
  `;
  expect(broken('a.tsx', code)).toEqual([
    'a.tsx: at most 10 %',
    'a.tsx: … ms in all',
    'a.tsx:  kB',
    'a.tsx: wait 30 s.',
    'a.tsx: à 8 Mo',
    'a.tsx: … s left',
  ]);
});
