import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { folderOf, importTable, isTest, whyForbidden } from './import-table.js';

const root = import.meta.dirname;

/** A recursive grammar: a block and a residual hold layers, and the list of layers holds both. */
const recursiveGrammar = ['src/ops/block/block.ts', 'src/ops/layers.ts', 'src/ops/residual/residual.ts'];

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'app', 'tools'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && existsSync(path.join(root, file)));

interface Import {
  readonly to: string;
  readonly isTypeOnly: boolean;
}

const known = new Set(sources);

/** A statement that imports, or exports what another file has. To read whole files as trees takes fifteen times longer. */
const importing = /^(?:import|export)\b[^;'"`]*?\bfrom '[^'\n]+';|^import '[^'\n]+';/gm;

/** Files of ours that the file imports when it is loaded. */
function importsOf(file: string): Import[] {
  const code = readFileSync(path.join(root, file), 'utf8');
  const statements = code.match(importing) ?? [];
  const source = ts.createSourceFile(file, statements.join('\n'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return [];
    const base = path.posix.join(path.posix.dirname(file), specifier.text.split('?')[0]);
    const to = [base, `${base}.ts`, `${base}.tsx`].find((name) => known.has(name));
    return to === undefined ? [] : [{ to, isTypeOnly: isTypeOnly(statement) }];
  });
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const bindings = statement.importClause?.namedBindings;
  if (statement.importClause?.isTypeOnly) return true;
  if (statement.importClause?.name || !bindings || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

/** Groups of nodes that reach each other (Tarjan), largest first. */
function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

test('every file of the product falls under a line of the table', () => {
  const ofNone = sources.filter((file) => folderOf(file) === undefined && !isTest(file));
  expect(ofNone.filter((file) => !file.startsWith('tools/'))).toEqual([]);
});

/** Arrows between rooms of src/train: each is something more to know before one understands a room. */
const mostArrows = 60;

test('a room of src/train names the rooms that it uses and no other, and the arrows are few', () => {
  const isRoom = (name: string | undefined): name is string => name?.startsWith('src/train/') === true;
  const used = new Set(
    [...imports].flatMap(([file, list]) =>
      isTest(file) ? [] : list.map(({ to }) => `${folderOf(file)} → ${folderOf(to)}`),
    ),
  );
  const named = Object.entries(importTable).flatMap(([room, names]) =>
    isRoom(room) ? names.filter(isRoom).map((name) => `${room} → ${name}`) : [],
  );
  expect(named.filter((arrow) => !used.has(arrow))).toEqual([]);
  expect(named.length).toBeLessThanOrEqual(mostArrows);
});

test('no file imports what the table forbids, as the lint rule says, too', () => {
  const forbidden = [...imports].flatMap(([file, list]) =>
    list.flatMap(({ to }) => whyForbidden(file, to) ?? []),
  );
  expect(forbidden).toEqual([]);
  expect([...imports.values()].flat().length).toBeGreaterThan(5_000);
});

test('the table permits no cycle of folders', () => {
  const permitted = Object.entries(importTable).map(([folder, allowed]): [string, string[]] => [
    folder,
    allowed.map((name) => folderOf(`${name}/`) ?? name),
  ]);
  expect(cyclesOf(new Map(permitted))).toEqual([]);
});

test('no folder imports, even by type, one that imports it', () => {
  const edges = new Map<string, string[]>();
  for (const [file, list] of imports) {
    const folder = folderOf(file);
    if (isTest(file) || folder === undefined) continue;
    const others = list.map(({ to }) => folderOf(to)!).filter((other) => other !== folder);
    edges.set(folder, [...(edges.get(folder) ?? []), ...others]);
  }
  expect(cyclesOf(edges)).toEqual([]);
});

test('no file is loaded in a circle, but the recursive grammar of layers', () => {
  const edges = new Map(
    [...imports].map(([file, list]) => [file, list.filter((one) => !one.isTypeOnly).map(({ to }) => to)]),
  );
  expect(cyclesOf(edges)).toEqual([recursiveGrammar]);
});

test('the rule refuses an import upwards, sideways, of test support and of tools', () => {
  expect(whyForbidden('app/app.tsx', 'tools/lab/main')).toContain('is a tool');
  expect(whyForbidden('tools/bench/bench.ts', 'src/cli/ring/ring-options')).toBeUndefined();
  expect(whyForbidden('app/panels/host/claims.test.tsx', 'tools/lab/fixtures/states')).toBeUndefined();
  expect(whyForbidden('src/net/link/link.ts', 'src/train/run/run-state')).toContain('may not import');
  expect(whyForbidden('src/train/run/run-state.ts', 'src/train/loop/trainer')).toContain('may not import');
  expect(whyForbidden('src/collectives/cost.ts', 'src/optim/update/update')).toContain('may not import');
  expect(whyForbidden('app/panels/ring/link-cost.ts', 'src/collectives/frame-router')).toContain('may not');
  expect(whyForbidden('src/train/loop/trainer.ts', 'src/train/testing/real-ring')).toContain('test support');
  expect(whyForbidden('src/train/loop/trainer.test.ts', 'src/train/testing/real-ring')).toBeUndefined();
  expect(whyForbidden('app/panels/ring/link-cost.ts', 'src/collectives/cost')).toBeUndefined();
  expect(whyForbidden('src/train/loop/trainer.ts', 'src/train/run/run-state')).toBeUndefined();
});
