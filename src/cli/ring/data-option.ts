// What `npm run ring` trains on: the options that name it. Pure.
import { byteTokens, mostTokens } from '../../data/byte-pairs';
import type { CsvReading, RecipeWish } from '../../data/recipe';
import type { PointSet } from '../../replica/protocol';
import { BadOption, type GivenOptions } from '../options/command-line';

export type DataOption =
  | { readonly kind: 'digits' }
  | { readonly kind: 'points'; readonly set: PointSet; readonly noise: number }
  | { readonly kind: 'stories' }
  | { readonly kind: 'files'; readonly images: string; readonly labels: string }
  | { readonly kind: 'text'; readonly file: string }
  /** A file or folder that the importer reads. */
  | { readonly kind: 'import'; readonly path: string; readonly wish: RecipeWish | undefined };

type Imports = Extract<DataOption, { kind: 'import' }>;

export const builtInNames = ['digits', 'moons', 'spirals', 'circles', 'xor', 'text'] as const;

/** What --data names, where that is a path. */
export function importOf(
  given: GivenOptions<'data' | 'column' | 'field' | 'byte-pairs' | 'delimiter' | 'names'>,
): Imports | undefined {
  const target = given.text('column');
  const field = given.text('field');
  const learn = given.whole('byte-pairs', byteTokens + 1, mostTokens);
  const path = given.text('data');
  const isPath = path !== undefined && /[./\\]/.test(path);
  const reading = csvReading(given);
  const isTable = target !== undefined || Object.keys(reading).length > 0;
  if (!isPath && (isTable || (field ?? learn) !== undefined))
    throw new BadOption(
      '--column, --delimiter, --names, --field and --byte-pairs are for a file: --data PATH',
    );
  if (isTable && (field ?? learn) !== undefined)
    throw new BadOption(
      '--column, --delimiter and --names are for a table, --field and --byte-pairs for a text',
    );
  if (!isPath) return undefined;
  const table: RecipeWish = { kind: 'table', ...(target !== undefined && { target }), ...reading };
  return { kind: 'import', path, wish: isTable ? table : textWish(field, learn) };
}

const delimiterNames = { comma: ',', semicolon: ';', tab: '\t', bar: '|', spaces: ' ' } as const;

function csvReading(given: GivenOptions<'delimiter' | 'names'>): CsvReading {
  const delimiter = given.oneOf('delimiter', ['comma', 'semicolon', 'tab', 'bar', 'spaces']);
  const names = given.oneOf('names', ['yes', 'no']);
  return {
    ...(names && { names: names === 'yes' }),
    ...(delimiter && { delimiter: delimiterNames[delimiter] }),
  };
}

function textWish(field?: string, learn?: number): RecipeWish | undefined {
  if (field !== undefined) return { kind: 'field', field, ...(learn === undefined ? {} : { learn }) };
  return learn === undefined ? undefined : { kind: 'text', learn };
}

export function readData(
  images: string | undefined,
  labels: string | undefined,
  file: string | undefined,
  name: Imports | PointSet | 'digits' | 'text' | undefined,
  noise: number | undefined,
): DataOption {
  if ((images === undefined) !== (labels === undefined))
    throw new BadOption('--images and --labels come together');
  if (
    noise !== undefined &&
    (name === undefined || name === 'digits' || name === 'text' || typeof name === 'object')
  )
    throw new BadOption('--noise is for the point sets: moons, spirals, circles, xor');
  if ([images, file, name].filter((given) => given !== undefined).length > 1)
    throw new BadOption('either --data, or --images with --labels, or --text');
  if (images !== undefined && labels !== undefined) return { kind: 'files', images, labels };
  if (file !== undefined) return { kind: 'text', file };
  if (typeof name === 'object') return name;
  if (name === undefined || name === 'digits') return { kind: 'digits' };
  if (name === 'text') return { kind: 'stories' };
  return { kind: 'points', set: name, noise: noise ?? 0.1 };
}
