// What Hugging Face says of a dataset: its licence, its subsets and splits, and the parquet files of each. Answers come from
// outside, so they are checked.
import { say } from '../../base/sayings';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../base/result';
import { download, type DownloadOptions, memoryShelf } from './download';

export interface HuggingFaceDataset {
  readonly name: string;
  /** The licence as the card says it; undefined: it says none. */
  readonly licence: string | undefined;
  readonly parts: readonly {
    readonly subset: string;
    readonly split: string;
    readonly urls: readonly string[];
  }[];
}

const host = 'https://huggingface.co';
const mostAnswerBytes = 4 * 2 ** 20;

const parquetAnswer = v.record(
  v.pipe(v.string(), v.maxLength(200)),
  v.record(v.pipe(v.string(), v.maxLength(200)), v.array(v.pipe(v.string(), v.maxLength(2000)))),
);
const cardAnswer = v.object({
  cardData: v.nullish(v.object({ license: v.nullish(v.union([v.string(), v.array(v.string())])) })),
});

export async function askHuggingFace(
  name: string,
  options: DownloadOptions = {},
): Promise<Result<HuggingFaceDataset, 'not-found'>> {
  const parquet = await answer(`${host}/api/datasets/${name}/parquet`, parquetAnswer, options);
  if (!parquet.ok) return fail('not-found', say('dataset-not-parquet', { name, detail: parquet.error.says }));
  const card = await answer(`${host}/api/datasets/${name}`, cardAnswer, options);
  const licence = card.ok ? card.value.cardData?.license : undefined;
  const parts = Object.entries(parquet.value).flatMap(([subset, splits]) =>
    Object.entries(splits).map(([split, urls]) => ({
      subset,
      split,
      urls: urls.filter((url) => url.startsWith(`${host}/`)),
    })),
  );
  const found = parts.filter(({ urls }) => urls.length > 0);
  if (found.length === 0) return fail('not-found', say('dataset-without-files', { name }));
  return ok({
    name,
    licence: Array.isArray(licence) ? licence.join(', ') : (licence ?? undefined),
    parts: found.sort((a, b) => Number(b.split === 'train') - Number(a.split === 'train')),
  });
}

async function answer<T>(
  url: string,
  schema: v.GenericSchema<unknown, T>,
  options: DownloadOptions,
): Promise<Result<T, 'bad-answer'>> {
  const got = await download(url, memoryShelf(), {
    ...options,
    mostBytes: mostAnswerBytes,
    onProgress: () => undefined,
  });
  if (!got.ok) return fail('bad-answer', got.error.says);
  try {
    const parsed = v.safeParse(schema, JSON.parse(await got.value.text()));
    if (parsed.success) return ok(parsed.output);
  } catch {
    // It is no JSON.
  }
  return fail('bad-answer', say('other-answer', { host: new URL(url).host }));
}
