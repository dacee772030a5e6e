// No English on a screen of another language: no file of the app looks into an error, but problem.ts alone. And what refuses
// a file names a code, whose words stand in every language.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterEach, expect, test } from 'vitest';
import { fileSayings } from '../../../src/base/file-sayings';
import { savedSayings } from '../../../src/base/saved-sayings';
import { SaidError } from '../../../src/base/said-error';
import { sayOfFile } from '../../../src/base/file-sayings';
import { sayOfSaved } from '../../../src/base/saved-sayings';
import { problemWords } from './problem-words';
import { files as german } from '../../text/de/files';
import { sayings as germanSayings } from '../../text/de/sayings';
import { trouble as germanTrouble } from '../../text/de/trouble';
import { files as french } from '../../text/fr/files';
import { speak } from '../../text/language';
import { problemOf, ToldError } from './problem';

afterEach(() => speak('en', {}));

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
]);
/** Sentences, whose parameters are texts. */
const isApart = (file: string): boolean => file.startsWith('app/text/');

const errorName = /^(e|error|err|reason|cause)$/;

/** Where a file reads an error's own text. */
function reads(name: string, code: string): string[] {
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
  const files = sourcesIn('app').filter((file) => !isApart(file) && !mayRead.has(file));
  expect(files.length).toBeGreaterThan(250);
  expect(files.flatMap((file) => reads(file, codeOf(file)))).toEqual([]);
  for (const file of mayRead) expect(reads(file, codeOf(file)), file).not.toEqual([]);
});

test('that search finds properties, texts and parts of an error, and passes other messages', () => {
  const code = `
    show(error.message); say(read.error.message); set(String(error)); log(\`it failed: \${error}\`);
    const { message } = read.error; const { message: why } = error;
    const { message: text } = props; problemOf(error); String(count);
  `;
  expect(reads('a.ts', code)).toHaveLength(6);
});

/** Failures without a code of their sentence. */
function uncoded(name: string, code: string): string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'fail') {
      const isCoded = node.arguments.length > 2 || node.arguments.some(ts.isSpreadElement);
      if (!isCoded) found.push(`${name}: ${node.getText()}`);
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
  expect(uncoded('a.ts', "fail('bad', 'a text'); fail('bad', ...say('joined')); fail('bad', text, says);")).toEqual([
    "a.ts: fail('bad', 'a text')",
  ]); // prettier-ignore
});

test('every code for files is said somewhere', () => {
  const all = sourcesIn('src').filter((file) => !file.startsWith('src/base/'));
  const code = all.map(codeOf).join('\n');
  const codes = [...Object.keys(fileSayings), ...Object.keys(savedSayings)];
  expect(codes.filter((each) => !code.includes(`'${each}'`))).toEqual([]);
});

test('a refused file is told in the page’s language, with its values, and the place of the damage in English', () => {
  const refused = sayOfFile(
    'file-too-large',
    { text: 'the image file', says: sayOfFile('image-file')[1] },
    300.5,
    256,
  );
  expect(problemWords({ text: refused[0], says: refused[1] })).toEqual({
    words: 'the image file has 300.5\u00a0MiB, and at most 256\u00a0MiB are read: choose a smaller one',
  });
  speak('de', { files: german, sayings: germanSayings, trouble: germanTrouble });
  expect(problemWords({ text: refused[0], says: refused[1] }).words).toBe(
    'die Bilddatei hat 300.5\u00a0MiB, und höchstens 256\u00a0MiB werden gelesen: Wähle eine kleinere Datei',
  );
  const [, says] = sayOfSaved('run-damaged');
  expect(problemWords(problemOf(new SaidError('the file is damaged: “w” is missing', says)))).toEqual({
    words: 'die Datei ist beschädigt',
    technical: 'the file is damaged: “w” is missing',
  });
  speak('fr', { files: french });
  const status = sayOfFile('host-status', 'huggingface.co', 503);
  expect(problemWords({ text: status[0], says: status[1] }).words).toBe(
    'huggingface.co a répondu par le statut 503',
  );
});

test('what nobody expected is told as such, with its own text behind it', () => {
  const broken = new TypeError('x is undefined');
  expect(problemWords(problemOf(broken))).toEqual({
    words: 'something unexpected happened',
    technical: 'x is undefined',
  });
  speak('de', { trouble: germanTrouble });
  expect(problemWords(problemOf(broken)).words).toBe('etwas Unerwartetes ist geschehen');
  expect(problemWords(problemOf('a text'))).toMatchObject({ technical: 'a text' });
  const told = problemOf(new ToldError(() => germanTrouble.lookAgain));
  expect(problemWords(told)).toEqual({ words: germanTrouble.lookAgain });
});
