// No screen holds a text of its own: what a person reads or hears in JSX is a sentence of a catalogue. And what a replica tells a
// person is a code (src/base/sayings.ts).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const filesIn = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => existsSync(path.join(root, file)));
const files = filesIn('app').filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));

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

/** Functions that show a person a text. */
const tells = new Set(['notify', 'notice', '#notice', 'warn', '#warn']);
/** A phase that waits or ends says why. */
const whys = new Set(['why', 'what', 'doing', 'problem']);

function untranslated(name: string, code: string): string[] {
  // A tree of the code takes far longer than a look for names.
  if (!/\b(?:notify|notice|warn|enter)\b/.test(code)) return [];
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: string[] = [];
  const note = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && / /.test(node.getText())) found.push(`${name}: ${node.getText()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: callee } = node;
      const called = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
      if (tells.has(called)) node.arguments.forEach(note);
      if (called === 'enter' && node.arguments[0] && ts.isObjectLiteralExpression(node.arguments[0]))
        for (const property of node.arguments[0].properties)
          if (ts.isPropertyAssignment(property) && whys.has(property.name.getText()))
            note(property.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no notice, warning or reason that a replica shows is a literal', () => {
  const replicas = filesIn('src/train', 'src/replica', 'src/net/signalling').filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file),
  );
  expect(replicas.length).toBeGreaterThan(150);
  expect(replicas.flatMap((file) => untranslated(file, readFileSync(path.join(root, file), 'utf8')))).toEqual(
    [],
  );
});

test('that search finds sentences in notices, warnings and phases, and passes codes', () => {
  const code = `
    notify('warning', 'it is lost'); this.#notice('info', say('joined', { names: name, count: 1 })); log.warn(\`no \${name} yet\`);
    enter({ kind: 'connecting', waitingFor: [], why: 'nobody is here' }); enter({ kind: 'starting', doing: say('compiling') });
  `;
  expect(untranslated('a.ts', code)).toEqual([
    "a.ts: 'it is lost'",
    'a.ts: `no ${name} yet`',
    "a.ts: 'nobody is here'",
  ]);
});
