// A file that is not what it claims: in English also what is wrong at which byte.
import { inFull, type Name, say } from '../base/sayings';
import { fail, type Failure } from '../base/result';

/** The name in what only English says. A file without a name is named by its code: 'the image file'. */
export function nameInEnglish(name: Name): string {
  return typeof name === 'string' ? name : `the ${name.code.replace('the-', '').replace('-', ' ')}`;
}

export function damagedFile<Code extends string>(
  code: Code,
  name: Name,
  message: string,
): { readonly ok: false; readonly error: Failure<Code> } {
  return fail(code, inFull(say('file-damaged', { name }), message));
}
