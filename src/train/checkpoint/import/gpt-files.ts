// The files of a GPT among those that a person gave: its weights, and those that say how to read them.
import { say } from '../../../base/sayings';
import { fail, ok, type Result } from '../../../base/result';
import { type FileProblem, short } from '../safetensors-file';

/** `T`: a path, or the file itself. */
export interface GptFiles<T = Blob> {
  readonly weights: T;
  /** The further files of weights that were saved in several. */
  readonly shards?: readonly T[];
  /** config.json: the tensors do not say how many heads there are. */
  readonly config: T;
  /** tokenizer.json; with merges.txt, vocab.json. */
  readonly tokenizer: T;
  readonly merges?: T;
}

/** Transformers' name, and that of `--export hf`, which puts a whole run beside it. */
const weightsName = 'model.safetensors';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const isWeights = (path: string): boolean => path.endsWith('.safetensors');

export function gptFilesIn(paths: readonly string[]): Result<GptFiles<string>, FileProblem> {
  const all = paths.filter(isWeights);
  const named = all.filter((path) => nameOf(path) === weightsName);
  const shards = named.length > 0 ? [] : shardsAmong(all);
  const [weights, second] = named.length > 0 ? named : all;
  if (shards === undefined) return fail('foreign', say('shards-missing', { one: short(weights) }));
  if (weights === undefined) return fail('foreign', say('no-weights', { name: weightsName }));
  if (second !== undefined && shards.length === 0)
    return fail('foreign', say('two-weights', { one: short(weights), other: short(second) }));
  const namesOf = new Map(
    ['config.json', 'tokenizer.json', 'vocab.json', 'merges.txt'].map((name) => [
      name,
      paths.filter((path) => nameOf(path) === name),
    ]),
  );
  const has = (name: string): boolean => namesOf.get(name)!.length > 0;
  // Before there was tokenizer.json, a GPT-2 had two files in its place.
  const isOld = !has('tokenizer.json') && (has('vocab.json') || has('merges.txt'));
  for (const [name, lack] of [
    ['config.json', 'no-shape'],
    ...(isOld ? ['vocab.json', 'merges.txt'] : ['tokenizer.json']).map(
      (name) => [name, 'no-vocabulary'] as const,
    ),
  ] as const) {
    if (!has(name)) return fail('foreign', say(lack, { name }));
    if (namesOf.get(name)!.length > 1) return fail('foreign', say('file-twice', { name }));
  }
  const [first = weights, ...others] = shards;
  return ok({
    weights: first,
    config: namesOf.get('config.json')![0],
    tokenizer: namesOf.get(isOld ? 'vocab.json' : 'tokenizer.json')![0],
    ...(isOld ? { merges: namesOf.get('merges.txt')![0] } : {}),
    ...(others.length > 0 ? { shards: others } : {}),
  });
}

/** The files of weights in several parts, as Transformers numbers them, all in order; none: they are not numbered.
 *  Undefined: some are missing. */
function shardsAmong(paths: readonly string[]): readonly string[] | undefined {
  const numbered = paths.flatMap((path) => {
    const [, at, of] = /-(\d{5})-of-(\d{5})\.safetensors$/.exec(path) ?? [];
    return of === undefined ? [] : [{ path, at: Number(at), of: Number(of) }];
  });
  if (numbered.length === 0 || numbered.length < paths.length) return [];
  numbered.sort((a, b) => a.at - b.at);
  const isWhole = numbered.length === numbered[0].of && numbered.every(({ at }, place) => at === place + 1);
  return isWhole ? numbered.map(({ path }) => path) : undefined;
}
