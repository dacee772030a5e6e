// A sentence that is read while its module loads stays in the language of then.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const files =
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app'], { cwd: root, encoding: 'utf8' }) // prettier-ignore
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts/.test(file))
    .filter((file) => existsSync(path.join(root, file)));

/** The lines on which a sentence is read outside any function. */
function earlyReads(name: string, code: string): string[] {
  if (!code.includes('@lingui/core/macro')) return [];
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const texts = new Set<string>();
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const from = (node.moduleSpecifier as ts.StringLiteral).text;
      const bindings = node.importClause?.namedBindings;
      if (from === '@lingui/core/macro' && bindings && ts.isNamedImports(bindings))
        for (const { name } of bindings.elements) if (name.text !== 'msg') texts.add(name.text);
      return;
    }
    if (ts.isFunctionLike(node)) return;
    if (ts.isIdentifier(node) && texts.has(node.text))
      found.push(`${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no file reads a sentence while it loads', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => earlyReads(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('the search finds a constant, and passes a function and a getter', () => {
  const sentences = [
    "import { msg, plural, t } from '@lingui/core/macro';",
    'const early = t`Join`;',
    'const words = { get title() { return t`Join`; }, later: msg`Join`, early: plural(2, { other: t`Join` }) };',
    'export const late = () => t`Join`;',
  ];
  expect(earlyReads('a.ts', sentences.join('\n'))).toEqual(['a.ts:2', 'a.ts:3', 'a.ts:3']);
});
