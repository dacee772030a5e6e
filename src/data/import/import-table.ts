// Rows of named cells, from whatever file holds them, as a table to train on.
import { say } from '../../base/sayings';
import { ok, type Result } from '../../base/result';
import { ExampleFiles } from './example-files';
import type { Imported, ImportedExamples } from './imported';
import { shownSeed } from './preview';
import type { CsvReading, RecipeWish } from '../recipe';
import type { RowSource } from './rows';
import { readTable, type TakeExample } from './table';
import { columnsOf, inputNames, type TableTarget } from './table-plan';
import { shortName, type Wanted } from './wanted';

/** A configuration of which a command of the host has room for names of classes (host-command.ts). */
const mostNamesCharacters = 3000;

export async function importTable(
  source: Result<RowSource, 'bad-file'>,
  path: string,
  { recipe, onProgress, openShelf, before }: Wanted,
): Promise<Result<Imported, 'bad-file'>> {
  if (!source.ok) return source;
  const { target, amounts: wantedAmounts, names, delimiter } = tableWish(recipe);
  let files: ExampleFiles | undefined;
  const begin = (examples: number, width: number, amounts: number): TakeExample =>
    (files = new ExampleFiles(examples, width, openShelf(), amounts)).add;
  const onRows = (rows: number): void => onProgress(rows, 'rows');
  const read = await readTable(
    source.value,
    { wanted: { target, amounts: wantedAmounts }, name: path },
    begin,
    undefined,
    onRows,
  );
  if (!read.ok) return read;
  const { plan, examples, classNames, rowsLeftOut, hasMore } = read.value;
  const notes = [
    ...before,
    ...(source.value.notes?.() ?? []),
    ...(hasMore ? [say('first-rows', { rows: examples })] : []),
    ...(rowsLeftOut > 0
      ? [say(plan.amounts ? 'rows-without-amount' : 'rows-without-class', { rows: rowsLeftOut })]
      : []),
    ...plan.notes,
    ...plan.uses.flatMap((use) => (use.kind === 'left out' ? [use.why] : [])),
  ];
  const { classes, ...written } = await files!.finish(shownSeed);
  const columns = columnsOf(plan, source.value.columns);
  return ok({
    kind: 'table',
    ...written,
    name: shortName(path),
    examples,
    inputs: plan.inputs,
    classes,
    recipe: {
      kind: 'table',
      target: plan.target,
      ...(plan.amounts && { amounts: plan.amounts.map((amount) => amount.name) }),
      ...(names === undefined ? {} : { names }),
      ...(delimiter && { delimiter }),
    },
    choices: plan.targets,
    amountChoices: plan.amountTargets,
    ...(plan.amounts && { amounts: plan.amounts }),
    ...(source.value.hasNames === undefined ? {} : { hasNames: source.value.hasNames }),
    ...(source.value.delimiter === undefined ? {} : { delimiter: source.value.delimiter }),
    inputNames: inputNames(plan, source.value.columns),
    ...(plan.amounts ? {} : namesOf(classNames, classes)),
    notes,
    ...(columns && { columns }),
  });
}

/** What is wished of a table. */
export function tableWish(recipe: RecipeWish | undefined): CsvReading & TableTarget {
  return recipe?.kind === 'table' ? recipe : {};
}

export function namesOf(
  classNames: readonly string[] | undefined,
  classes: number,
): Pick<ImportedExamples, 'classNames'> {
  const names = classNames?.slice(0, classes).map((className) => className.slice(0, 60));
  const areShort = names && names.join('').length + 4 * names.length <= mostNamesCharacters;
  return areShort ? { classNames: names } : {};
}
