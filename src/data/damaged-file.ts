// A file that is not what it claims: in English also what is wrong at which byte.
import { inFull, type Name, say } from '../base/sayings';
import { fail, type Result } from '../base/result';

/** Why a file is not taken. */
export type Refusal = Extract<Result<never, 'bad-file'>, { ok: false }>;

/** The name in what only English says. A file without a name is named by its code: 'the image file'. */
export function nameInEnglish(name: Name): string {
  return typeof name === 'string' ? name : `the ${name.code.replace('the-', '').replace('-', ' ')}`;
}

export function damagedFile(name: Name, message: string): Refusal {
  return fail('bad-file', inFull(say('file-damaged', { name }), message));
}
