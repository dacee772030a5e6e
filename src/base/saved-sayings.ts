// Why a saved run, or a GPT of others, cannot be used, and why the playground has no answer: codes with the values of their
// sentences.
import type { Saying } from './sayings';

export interface SavedSayings {
  // saved runs
  'nothing-to-save': undefined;
  'run-unreadable': { detail: Saying };
  'run-too-large': { bytes: number; most: number };
  'run-without-memory': { detail: Saying };
  /** The file that a run names. */
  'base-not-here': undefined;
  /** Bytes in f16, and the first digits of hashes. */
  'other-base': { given: number; givenHash: string; wanted: number; wantedHash: string };
  /** Numbers in the first layers. */
  'other-base-layers': { given: number; wanted: number };
  'run-not-base': undefined;
  'given-lacks-base': undefined;
  'other-features': undefined;
  'no-gpt-in-run': undefined;
  'run-damaged': undefined;
  'no-safetensors': undefined;
  'no-run-of-lockstep': undefined;
  'run-of-other-version': { version: string };
  'numbers-not-read': { tensor: string; dtype: string; read: string };

  // a GPT of others
  'no-weights': { name: string };
  'two-weights': { one: string; other: string };
  'shards-missing': { one: string };
  'no-shape': { name: string };
  'no-vocabulary': { name: string };
  'file-twice': { name: string };
  'no-json': { name: string };
  'json-of-other-form': { name: string };
  'model-misfit': undefined;
  'model-of-other-type': { type: string };
  'model-of-many-tokens': { given: number; most: number };
  'model-of-many-positions': { given: number; most: number };
  'model-of-many-layers': { given: number; most: number };
  'model-of-many-channels': { given: number; most: number };
  'tokenizer-misfit': undefined;
  'settings-misfit': undefined;

  // the playground
  'no-filters': undefined;
  'reads-no-text': undefined;
  'knows-no-character': undefined;
  'writes-no-text': undefined;
  'no-examples-here': undefined;
  'no-columns-known': undefined;
  'copy-misfit': undefined;
  'no-model-yet': undefined;
  'model-of-other-data': undefined;
  'playground-not-loaded': undefined;
  'playground-closed': undefined;
  'playground-silent': { seconds: number };
}
