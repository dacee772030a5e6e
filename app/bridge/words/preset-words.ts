// A preset or a public dataset in words, by its id.
import type { DatasetId } from '../../../src/replica/page/data-desk';
import type { PresetId } from '../../../src/replica/presets';
import { presetsText } from '../../text/presets';

export interface RunWords {
  readonly title: string;
  readonly description: string;
}

export function presetWords(id: PresetId): RunWords {
  return { title: presetsText.titles[id], description: presetsText.descriptions[id] };
}

/** One sentence about a public dataset. */
export function datasetWords(id: DatasetId): string {
  return presetsText.datasets[id];
}

export function licenceWords(licence: string | { readonly publicDomain: string }): string {
  return typeof licence === 'string' ? licence : presetsText.publicDomain(licence.publicDomain);
}
