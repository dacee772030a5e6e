// A file that is not what it claims: a sentence for people in every language, and in English what is wrong at which byte.
import { sayOfFile } from '../base/file-sayings';
import { fail, type Failure } from '../base/result';
import type { Detail } from '../base/sayings';

export function damagedFile<Code extends string>(
  code: Code,
  name: string | Detail,
  message: string,
): { readonly ok: false; readonly error: Failure<Code> } {
  return fail(code, message, sayOfFile('file-damaged', name)[1]);
}
