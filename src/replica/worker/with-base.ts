// The weights of a run that trains a part of its model, with the rest.
import { Bases } from '../files/bases';
import { mostCopiedParameters } from '../watch/copy-limits';
import type { Weights } from '../weights';
import type { NamedFiles } from './named-files';

/** The file of the rest goes along: the page may have no storage to find it in. */
export function withBase(weights: Weights | undefined, named: Pick<NamedFiles, 'here'>): Weights | undefined {
  const { base } = weights?.config ?? {};
  return weights && base ? { ...weights, base: named.here(base) } : weights;
}

/** The whole model for those who watch; undefined: its base is not at hand. A base of more than a copy may have stays apart: its
 *  file alone would be long to read. */
export async function wholeForObservers(weights: Weights | undefined): Promise<Weights | undefined> {
  const bytes = weights?.config.base?.bytes ?? 0;
  if (!weights || bytes > 2 * mostCopiedParameters) return weights;
  return new Bases().merged(weights).catch(() => undefined);
}
