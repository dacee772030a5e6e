// The files of a GPT among those that a person gave: its weights, and the two that say how to read them.
import { sayOfSaved } from '../../../base/saved-sayings';
import { fail, ok, type Result } from '../../../base/result';
import { type FileProblem, short } from '../safetensors-file';

/** `T`: a path, or the file itself. */
export interface GptFiles<T = Blob> {
  readonly weights: T;
  /** config.json: the tensors do not say how many heads there are. */
  readonly config: T;
  /** tokenizer.json. */
  readonly tokenizer: T;
}

/** Transformers' name, and that of `--export hf`, which puts a whole run beside it. */
const weightsName = 'model.safetensors';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const isWeights = (path: string): boolean => path.endsWith('.safetensors');

export function gptFilesIn(paths: readonly string[]): Result<GptFiles<string>, FileProblem> {
  const all = paths.filter(isWeights);
  const named = all.filter((path) => nameOf(path) === weightsName);
  const [weights, second] = named.length > 0 ? named : all;
  if (weights === undefined) return fail('foreign', ...sayOfSaved('no-weights', weightsName));
  if (second !== undefined)
    return fail('foreign', ...sayOfSaved('two-weights', short(weights), short(second)));
  const [config, tokenizer] = ['config.json', 'tokenizer.json'].map((name) =>
    paths.filter((path) => nameOf(path) === name),
  );
  for (const [name, found, lack] of [
    ['config.json', config, 'no-shape'],
    ['tokenizer.json', tokenizer, 'no-vocabulary'],
  ] as const) {
    if (found.length === 0) return fail('foreign', ...sayOfSaved(lack, name));
    if (found.length > 1) return fail('foreign', ...sayOfSaved('file-twice', name));
  }
  return ok({ weights, config: config[0], tokenizer: tokenizer[0] });
}
