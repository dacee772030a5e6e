// Reads one of the JSON files beside a foreign model: bounded, and checked against what is needed of it.
import { inFull, say, unexpected } from '../../../base/sayings';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../../base/result';
import { parsedJson } from '../../../base/parsed-json';
import { isDeep } from '../deep-json';
import { type FileProblem, short } from '../safetensors-file';

/** A tokenizer of 50,000 tokens takes 2 MiB. */
const mostBytes = 16 * 2 ** 20;

/** `name`: of the file, for people. */
export async function readJson<T>(
  file: Blob,
  name: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<Result<T, FileProblem>> {
  const read = await readSmallText(file, name);
  if (!read.ok) return read;
  const text = read.value;
  if (isDeep(text)) return fail('foreign', say('no-json', { name }));
  const json = parsedJson(text);
  if (json === undefined) return fail('foreign', say('no-json', { name }));
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  const where = `${name}: ${short(v.getDotPath(issue) ?? 'the file')}: ${short(issue.message)}`;
  return fail('foreign', inFull(say('json-of-other-form', { name }), where));
}

/** A file that is no longer than any of these. */
export async function readSmallText(file: Blob, name: string): Promise<Result<string, FileProblem>> {
  if (file.size > mostBytes) return fail('too-large', say('file-above', { name, most: mostBytes / 2 ** 20 }));
  try {
    return ok(await file.text());
  } catch (error) {
    return fail('unreadable', say('file-unreadable', { name, detail: unexpected(String(error)) }));
  }
}
