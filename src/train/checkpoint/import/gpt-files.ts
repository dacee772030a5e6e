// The files of a GPT among those that a person gave: its weights, and the two that say how to read them.
import { fail, ok, type Result } from '../../../base/result';
import { short, type FileProblem } from '../safetensors-file';

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
  if (weights === undefined)
    return fail('foreign', `the files lack ${weightsName}, the weights of the model`);
  if (second !== undefined)
    return fail(
      'foreign',
      `of “${short(weights)}” and “${short(second)}”, one is the weights: give it alone`,
    );
  const [config, tokenizer] = ['config.json', 'tokenizer.json'].map((name) =>
    paths.filter((path) => nameOf(path) === name),
  );
  for (const [name, found, use] of [
    ['config.json', config, 'the shape of the model'],
    ['tokenizer.json', tokenizer, 'its vocabulary'],
  ] as const) {
    if (found.length === 0)
      return fail('foreign', `the files lack ${name}, ${use}: give it with the weights`);
    if (found.length > 1)
      return fail('foreign', `there is more than one ${name}: give the files of one model`);
  }
  return ok({ weights, config: config[0], tokenizer: tokenizer[0] });
}
