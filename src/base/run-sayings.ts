// Why a run cannot be: settings that are out of their range, or that do not go together; and why one ended early. Codes with
// the values of their sentences.

export interface RunSayings {
  'stopped-at-rest': { evaluations: number };
  /** `setting`: its name in the configuration, the same in every language. */
  'setting-least': { setting: string; least: number; given: number };
  'setting-most': { setting: string; most: number; given: number };
  'setting-unusable': { setting: string };
  'too-many-parameters': { count: number; most: number };
  /** `name`: of a weight, the same in every language. */
  'adapter-no-weight': { name: string };
  'adapter-twice': { name: string };
  'adapter-rank': { name: string; rank: number; most: number };
  'adapters-and-frozen-layers': undefined;
  'frozen-layers': { frozen: number };
  'base-missing': undefined;
  'base-unused': undefined;
  'base-bytes': { given: number; least: number; most: number };
  'more-fragments-than-parameters': { count: number; fragments: number };
  'too-many-terms': { innerSteps: number; batch: number; positions: number; most: number };
  'too-large-batch': { innerSteps: number; batch: number; positions: number; most: number };
  'text-for-numbers': undefined;
  'numbers-for-text': undefined;
  'other-inputs': { data: number; model: number };
  'other-labels': { data: number; model: number };
  'amounts-for-classes': undefined;
  'classes-for-amounts': undefined;
  'other-amounts': undefined;
  'as-many-amounts': { data: number; model: number };
  'fewer-classes': { data: number; model: number };
  'augments-pictures-only': undefined;
  'flips-no-sounds': undefined;
  'uneven-without-classes': undefined;
  'own-text-by-characters': undefined;
  'own-table': undefined;
  'power-sgd-of-fragments': undefined;
  'unequal-micro-batches': { batch: number; micro: number };
  'none-to-train': { examples: number; heldOut: number };
  'unequal-fragments': { innerSteps: number; fragments: number };
  'late-fragment': { delay: number; most: number };
  'other-windows': { tokens: number; windows: number; context: number };
  'as-many-tokens': { characters: number; different: number };
  'other-byte-pairs': { made: number; said: number };
  'other-characters': { made: number; said: number };
}
