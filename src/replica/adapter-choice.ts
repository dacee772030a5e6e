// Which weights of a GPT get adapters, as a person chooses it, to the adapters of its spec, and to a run of them.
import type { Result } from '../base/result';
import type { NamedFile } from '../data/named-file';
import { compile } from '../model/plan/plan';
import type { Adapters, ModelSpec } from '../model/spec';
import { parseRunConfig, type RunConfig } from '../train/run/run-config';

export interface AdapterChoice {
  readonly rank: number;
  readonly alpha: number;
  /** Every weight of a block, or those of attention. */
  readonly on: 'all' | 'attention';
}

/** The change is scaled by two, as in most recipes. */
export const usualAlpha = (rank: number): number => 2 * rank;

/** `model`: a GPT without adapters. Its embedding and its head stay as they are. */
export function adaptersOf(model: ModelSpec, { rank, alpha, on }: AdapterChoice): Adapters {
  const names = compile(model, 1).slots.map(({ name }) => name);
  const pattern = on === 'attention' ? /\.(qkv|out)\.weight$/ : /\.\d+\.\d+\.\d+\.(.*\.)?weight$/;
  return { rank, alpha, weights: names.filter((name) => pattern.test(name)) };
}

/** The run that trains adapters on this base in place of the whole model. */
export function withAdapters(
  { model, ...config }: RunConfig,
  choice: AdapterChoice,
  base: NamedFile,
): Result<RunConfig, 'bad-config'> {
  return parseRunConfig({ ...config, model: { ...model, adapters: adaptersOf(model, choice) }, base });
}

/** The numbers that a run of this model trains, four bytes each in a sum. */
export const trainedIn = (model: ModelSpec): number => compile(model, 1).parameterCount;
