// The files of a GPT among those that a person gave. Nothing is read yet.
import { ok, type Result, fail } from '../../base/result';
import type { GivenFile } from '../../data/import/import-files';
import { type GptFiles, gptFilesIn } from '../../train/checkpoint/import/gpt-files';

export function gptAmong(given: readonly GivenFile[]): Result<GptFiles, 'bad-file'> {
  const found = gptFilesIn(given.map(({ path }) => path));
  if (!found.ok) return fail('bad-file', found.error.says);
  const { weights, shards, config, tokenizer, merges } = found.value;
  const of = (path: string): Blob => given.find((file) => file.path === path)!.file;
  return ok({
    weights: of(weights),
    config: of(config),
    tokenizer: of(tokenizer),
    ...(merges !== undefined && { merges: of(merges) }),
    ...(shards && { shards: shards.map(of) }),
  });
}
