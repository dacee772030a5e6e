// No screen holds a text of its own: what a person reads or hears in JSX comes from app/text.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.tsx') && existsSync(path.join(root, file)));

const spoken = new Set([
  'title', 'label', 'placeholder', 'alt', 'hint', 'summary', 'submitText',
  'aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription',
]); // prettier-ignore

/** Names, codes and examples of what to type: the same in every language. */
const sameEverywhere = new Set(['Lockstep', 'ylecun/mnist']);

const isWord = (text: string): boolean => /\p{L}{2}/u.test(text) && !sameEverywhere.has(text.trim());

function literals(name: string, code: string): string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  /** The strings that an expression may show, on both sides of a choice. */
  const shown = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isStringLiteralLike(node)) {
      if (isWord(node.text)) found.push(`${name}: ${node.text}`);
    } else if (ts.isTemplateExpression(node)) {
      const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
        .map((part) => part.text)
        .join(' ');
      if (isWord(text)) found.push(`${name}: ${text.trim()}`);
    } else if (ts.isConditionalExpression(node)) {
      shown(node.whenTrue);
      shown(node.whenFalse);
    } else if (ts.isParenthesizedExpression(node)) shown(node.expression);
    else if (ts.isBinaryExpression(node)) shown(node.right);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWord(node.text)) found.push(`${name}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText()))
      shown(
        node.initializer && ts.isJsxExpression(node.initializer)
          ? node.initializer.expression
          : node.initializer,
      );
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) shown(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no text of a screen is a literal', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.flatMap((file) => literals(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('the search finds texts, names, choices and templates, and passes classes, codes and units', () => {
  const code = `
    const a = <p title="Join" className="row big">Hello {isOn ? 'on' : text.off} <b>×</b></p>;
    const b = <Field label={\`Step \${n}\`} placeholder="ylecun/mnist" id="step" />;
    const c = <i aria-label={text.join}>{n} s</i>;
  `;
  expect(literals('a.tsx', code).sort()).toEqual(['a.tsx: Hello', 'a.tsx: Join', 'a.tsx: Step', 'a.tsx: on']);
});
