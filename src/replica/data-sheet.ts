// How the images of a user's files lie on their sheets, for those who try the model and lack the files.
import type { Dataset } from '../data/dataset';
import { sheetOf, type Sheet } from '../data/sheet';
import type { Split } from '../data/split';
import { isOwnData } from '../train/run/data-shape';
import type { RunConfig } from '../train/run/run-config';
import { heldOutOf } from './weights';

const sheets = new WeakMap<Split, Sheet>();

/** Undefined where nobody needs it: built-in data can be drawn again anywhere. Of what each member keeps to itself nothing
 *  is said. */
export function sheetOfData(
  data: RunConfig['data'],
  { dataset, split }: { readonly dataset: Dataset; readonly split: Split },
): Sheet | undefined {
  const [side, width, channels = 1] = dataset.inputShape;
  if (data.kind !== 'idx' || isOwnData(data) || side !== width || channels !== 1) return undefined;
  let sheet = sheets.get(split);
  if (!sheet) sheets.set(split, (sheet = sheetOf(heldOutOf(dataset, split).inputs, side)));
  return sheet;
}
