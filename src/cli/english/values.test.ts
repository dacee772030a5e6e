// Each English message shows the values of its code, and no other: the types of the codes are read as text, for types are gone
// when a test runs. Translations have the values of the English (`npm run check:words`).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../scripts/words/compiled.mjs';
import { valuesOf } from '../../../scripts/words/values-of.mjs';

const base = path.join(import.meta.dirname, '../../base');

/** Code → names of its values. */
function codesIn(file: string): ReadonlyMap<string, readonly string[]> {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(base, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const codes = new Map<string, readonly string[]>();
  for (const statement of source.statements)
    if (ts.isInterfaceDeclaration(statement))
      for (const member of statement.members)
        if (ts.isPropertySignature(member)) {
          const values = member.type && ts.isTypeLiteralNode(member.type) ? member.type.members : [];
          codes.set((member.name as ts.StringLiteral).text, values.map(({ name }) => name!.getText()).sort());
        }
  return codes;
}

const codes = new Map(
  ['replica', 'page', 'run', 'layer', 'file', 'saved', 'note'].flatMap((of) => [
    ...codesIn(`${of}-sayings.ts`),
  ]),
);
const english = new Map(
  ['sayings', 'file-sayings']
    .flatMap((name) => entriesOf(readFileSync(path.join(base, `../../app/words/en/${name}.po`), 'utf8')))
    .flatMap(({ context, sentence }) => (context === undefined ? [] : [[context, sentence] as const])),
);

const namesIn = (message: string): readonly string[] =>
  [...new Set(valuesOf(message).map((value) => /^\{(\w+)/.exec(value)![1]))].sort();

test('every code has an English message with its values', () => {
  expect(codes.size).toBeGreaterThan(380);
  expect([...english.keys()].sort()).toEqual([...codes.keys()].sort());
  const shown = [...english].map(([code, message]) => [code, namesIn(message)]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(codes));
  // `npm run words` gives a new code itself for a message, until somebody writes one.
  expect([...english].filter(([code, message]) => code === message)).toEqual([]);
});
