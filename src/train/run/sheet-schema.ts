// How the ink of a run's images lies, as a file or a member says it. Others wrote it, so it is validated here.
import * as v from 'valibot';
import type { Sheet } from '../../data/sheet';

/** `inputShape`: the model's; a sheet of another size is none of its own. */
export function sheetSchema([side]: readonly number[]): v.GenericSchema<unknown, Sheet> {
  const place = v.pipe(v.number(), v.minValue(0), v.maxValue(side));
  return v.strictObject({
    side: v.literal(side),
    longest: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(side)),
    x: place,
    y: place,
  });
}
