// What `npm run ring` trains on: the options that name it. Pure.
import { byteTokens, mostTokens } from '../../data/byte-pairs';
import type { RecipeWish } from '../../data/recipe';
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
  given: GivenOptions<'data' | 'column' | 'field' | 'byte-pairs'>,
): Imports | undefined {
  const target = given.text('column');
  const field = given.text('field');
  const learn = given.whole('byte-pairs', byteTokens + 1, mostTokens);
  const path = given.text('data');
  const isPath = path !== undefined && /[./\\]/.test(path);
  if (!isPath && [target, field, learn].some((each) => each !== undefined))
    throw new BadOption('--column, --field and --byte-pairs are for a file: --data PATH');
  if (target !== undefined && (field ?? learn) !== undefined)
    throw new BadOption('--column is for a table, --field and --byte-pairs for a text');
  return isPath ? { kind: 'import', path, wish: wishOf(target, field, learn) } : undefined;
}

function wishOf(target?: string, field?: string, learn?: number): RecipeWish | undefined {
  if (target !== undefined) return { kind: 'table', target };
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
