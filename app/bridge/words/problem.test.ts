// No English on a screen of another language: no file of the app looks into an error, but by `saidOf` alone. And what refuses
// a file names a code, whose words stand in every language.
import { inFull, say } from '../../../src/base/sayings';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { SaidError, saidOf } from '../../../src/base/said-error';
import { problemWords } from './problem-words';
import { speakIn } from '../../testing/speak-in';

const root = path.join(import.meta.dirname, '../../..');
const sourcesIn = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .filter((file) => existsSync(path.join(root, file)));
const codeOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Each has a message that is not an error's, or shows it only to developers. */
const mayRead = new Set([
  // the words of the form's own checks, in the page's language
  'app/bridge/form/run-form.ts',
  'app/bridge/form/share-link.ts',
  // whether a part of the page could not be fetched; the text stands beside the code to quote
  'app/screens/error-boundary.tsx',
  // an app of one file holds no sentences about errors: the text stands in one that says where to get another file
  'app/take-away/runtime.ts',
]);

const errorName = /^(e|error|err|reason|cause)$/;

/** Whether a file can read an error's text: to read its code takes far longer. */
const mayReadText = /\bmessage\b|\bString\b|\$\{\s*(?:e|error|err|reason|cause)\s*\}/;

/** Where a file reads an error's own text. */
function reads(name: string, code: string): string[] {
  if (!mayReadText.test(code)) return [];
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (node: ts.Node): void => {
    found.push(`${name}: ${node.getText()}`);
  };
  const isError = (node: ts.Node): boolean => ts.isIdentifier(node) && errorName.test(node.text);
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'message') note(node);
    if (ts.isCallExpression(node) && node.expression.getText() === 'String' && node.arguments.some(isError))
      note(node);
    if (ts.isTemplateSpan(node) && isError(node.expression)) note(node.expression);
    if (ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === 'message') {
      const holder = node.parent.parent;
      if (
        ts.isVariableDeclaration(holder) &&
        holder.initializer &&
        /rror$/.test(holder.initializer.getText())
      )
        note(node.parent);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no file of the app reads the text of an error', () => {
  const files = sourcesIn('app').filter((file) => !mayRead.has(file));
  expect(files.length).toBeGreaterThan(250);
  expect(files.flatMap((file) => reads(file, codeOf(file)))).toEqual([]);
  for (const file of mayRead) expect(reads(file, codeOf(file)), file).not.toEqual([]);
});

test('that search finds properties, texts and parts of an error, and passes other messages', () => {
  const code = `
    show(error.message); say(read.error.message); set(String(error)); log(\`it failed: \${error}\`);
    const { message } = read.error; const { message: why } = error;
    const { message: text } = props; saidOf(error); String(count);
  `;
  expect(reads('a.ts', code)).toHaveLength(6);
});

/** Failures without a code of their sentence. */
function uncoded(name: string, code: string): string[] {
  if (!/\bfail\b/.test(code)) return [];
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'fail') {
      const why = node.arguments[1];
      if (ts.isStringLiteralLike(why) || ts.isTemplateExpression(why))
        found.push(`${name}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const readers = sourcesIn(
  'src/data',
  'src/train/checkpoint',
  'src/replica/files',
  'src/replica/player',
  'src/replica/page/kept-runs.ts',
  'src/replica/worker/checkpoints.ts',
  'src/replica/worker/data-sharing.ts',
  'src/train/share/shard-fetch.ts',
);

test('whatever reads or fetches a person’s files refuses them by code', () => {
  expect(readers.length).toBeGreaterThan(100);
  expect(readers.flatMap((file) => uncoded(file, codeOf(file)))).toEqual([]);
  expect(
    uncoded('a.ts', "fail('bad', 'a text'); fail('bad', say('opened-ring')); fail('bad', read.error.says);"),
  ).toEqual(["a.ts: fail('bad', 'a text')"]);
});

test('a refused file is told in the page’s language, with its values, and the place of the damage in English', async () => {
  const refused = say('file-too-large', { name: say('image-file'), mib: 300.5, most: 256 });
  expect(problemWords(refused)).toEqual({
    words: 'the image file has 300.5\u00a0MiB, and at most 256\u00a0MiB are read: choose a smaller one',
  });
  await speakIn('de');
  expect(problemWords(refused)).toEqual({
    words:
      'die Bilddatei hat 300,5\u00a0MiB, und höchstens 256\u00a0MiB werden gelesen: Wähle eine kleinere Datei',
  });
  const damaged = inFull(say('run-damaged'), 'the file is damaged: “w” is missing');
  expect(problemWords(saidOf(new SaidError(damaged)))).toEqual({
    words: 'die Datei ist beschädigt',
    technical: 'the file is damaged: “w” is missing',
  });
  await speakIn('fr');
  expect(problemWords(say('host-status', { host: 'huggingface.co', status: 503 }))).toEqual({
    words: 'huggingface.co a répondu par le statut 503',
    names: ['huggingface.co'],
  });
});

test('what nobody expected is told as such, with its own text behind it, also within another sentence', async () => {
  const broken = new TypeError('x is undefined');
  expect(problemWords(saidOf(broken))).toEqual({
    words: 'something unexpected happened',
    technical: 'x is undefined',
  });
  await speakIn('de');
  expect(problemWords(saidOf(broken)).words).toBe('etwas Unerwartetes ist geschehen');
  expect(problemWords(saidOf('a text'))).toMatchObject({ technical: 'a text' });
  expect(problemWords(say('run-unreadable', { detail: saidOf(broken) }))).toEqual({
    words: 'die Datei lässt sich nicht mehr lesen (etwas Unerwartetes ist geschehen)',
    technical: 'x is undefined',
  });
});
