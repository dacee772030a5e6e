// What `npm run ring` trains on: the options that name it. Pure.
import type { RecipeWish } from '../../data/recipe';
import type { PointSet } from '../../replica/protocol';
import { BadOption, wordOf } from '../options/command-line';
import type { RingValues } from './ring-table';

export type DataOption =
  | { readonly kind: 'digits' }
  | { readonly kind: 'points'; readonly set: PointSet; readonly noise: number }
  | { readonly kind: 'homes'; readonly noise: number }
  | { readonly kind: 'stories' }
  | { readonly kind: 'files'; readonly images: string; readonly labels: string }
  | { readonly kind: 'text'; readonly file: string }
  /** A file or folder that the importer reads. */
  | { readonly kind: 'import'; readonly path: string; readonly wish: RecipeWish | undefined };

const builtInNames = ['digits', 'moons', 'spirals', 'circles', 'xor', 'homes', 'text'] as const;
const delimiters = { comma: ',', semicolon: ';', tab: '\t', bar: '|', spaces: ' ' } as const;
export const delimiterNames = Object.keys(delimiters) as (keyof typeof delimiters)[];

/** `--data` names a file or folder. */
export function isPath(data: string | undefined): data is string {
  return data !== undefined && /[./\\]/.test(data);
}

export function dataOption(values: RingValues): DataOption {
  const { images, labels, text: file, data, noise } = values;
  const wish = wishOf(values);
  const name = data === undefined || isPath(data) ? undefined : wordOf('data', data, builtInNames);
  if ((images === undefined) !== (labels === undefined))
    throw new BadOption('--images and --labels come together');
  if (noise !== undefined && (name === undefined || name === 'digits' || name === 'text'))
    throw new BadOption('--noise is for the point sets, moons, spirals, circles, xor, and for homes');
  if ([images, file, data].filter((given) => given !== undefined).length > 1)
    throw new BadOption('either --data, or --images with --labels, or --text');
  if (images !== undefined && labels !== undefined) return { kind: 'files', images, labels };
  if (file !== undefined) return { kind: 'text', file };
  if (isPath(data)) return { kind: 'import', path: data, wish };
  if (name === undefined || name === 'digits') return { kind: 'digits' };
  if (name === 'text') return { kind: 'stories' };
  if (name === 'homes') return { kind: 'homes', noise: noise ?? 0.1 };
  return { kind: 'points', set: name, noise: noise ?? 0.1 };
}

/** How the file of --data is read. */
function wishOf({
  data,
  column,
  amount,
  delimiter,
  names,
  field,
  bytePairs,
}: RingValues): RecipeWish | undefined {
  const isAmount = amount.length > 0;
  const isTable = isAmount || (column ?? delimiter ?? names) !== undefined;
  const isText = (field ?? bytePairs) !== undefined;
  if (!isPath(data) && (isTable || isText))
    throw new BadOption(
      '--column, --amount, --delimiter, --names, --field and --byte-pairs are for a file: --data PATH',
    );
  if (isTable && isText)
    throw new BadOption(
      '--column, --amount, --delimiter and --names are for a table, --field and --byte-pairs for a text',
    );
  if (column !== undefined && isAmount)
    throw new BadOption('--column is for classes, --amount for numbers to predict: give one of them');
  if (isTable)
    return {
      kind: 'table',
      ...(column !== undefined && { target: column }),
      ...(isAmount && { target: amount[0], amounts: amount }),
      ...(names && { names: names === 'yes' }),
      ...(delimiter && { delimiter: delimiters[delimiter] }),
    };
  const learn = bytePairs === undefined ? {} : { learn: bytePairs };
  if (field !== undefined) return { kind: 'field', field, ...learn };
  return bytePairs === undefined ? undefined : { kind: 'text', learn: bytePairs };
}
