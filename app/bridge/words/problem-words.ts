// Why something failed, in the page's language, and beside it what only English has: an error that nobody expected, or what is
// wrong at which byte of a file.
import { say, valuesOf, type Saying } from '../../../src/base/sayings';
import '../../words/file-sayings'; // whoever shows a problem has the words for files
import { sayingWords, technicalOf, technicalWords } from './saying-words';

export interface ProblemWords {
  /** The words without a full stop. */
  readonly words: string;
  readonly technical?: string | undefined;
  /** With which the words may begin: they stay as they are written. */
  readonly names?: readonly unknown[];
}

export function problemWords(problem: Saying): ProblemWords {
  if (problem.code === 'unexpected')
    return { words: sayingWords(say('unexpected')), technical: technicalOf(problem) };
  const words = sayingWords(problem).replace(/\.$/, '');
  const values = Object.values(valuesOf(problem));
  const name = values.find((value) => typeof value === 'string' && value !== '' && words.startsWith(value));
  return {
    words,
    technical: technicalWords(problem),
    ...(name === undefined ? {} : { names: [name] }),
  };
}
