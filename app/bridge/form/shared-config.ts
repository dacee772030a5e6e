// The run of a demo whose address holds settings: those that fit together, else the preset's own.
import type { RunConfig } from '../../../src/replica/protocol';
import { configOf, formOf } from './run-form';
import { readSharedRun, settingsQuery } from './share-link';

/** `settings`: how the address says what runs, after the preset. */
export function sharedConfig(
  search: string,
  preset: { readonly id: string; readonly config: RunConfig },
  isPossible: (config: RunConfig) => boolean,
): { readonly config: RunConfig; readonly settings: string } {
  const form = { ...formOf(preset.config), ...readSharedRun(search, [preset])?.changes };
  const result = configOf(form, preset.config);
  return result.ok && isPossible(result.config)
    ? { config: result.config, settings: settingsQuery(preset, form) }
    : { config: preset.config, settings: '' };
}
