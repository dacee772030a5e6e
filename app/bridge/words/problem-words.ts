// A problem in the page's language, and beside it what only English has: an error that nobody expected, or what is wrong at
// which byte of a file.
import type { SayingCode } from '../../../src/base/sayings';
import { language } from '../../text/language';
import type { Problem } from './problem';
import { troubleText } from '../../text/trouble';
import '../../text/files'; // whoever shows a problem has the words for files
import { sayingWords } from './saying-words';

/** Codes whose English says more than the code. */
const englishSaysMore: ReadonlySet<SayingCode> = new Set<SayingCode>([
  'file-damaged',
  'tokens-malformed',
  'run-damaged',
  'json-of-other-form',
  'model-misfit',
  'tokenizer-misfit',
  'settings-misfit',
  'engine-device-lost',
  'engine-out-of-memory',
  'engine-gpu-error',
  'engine-bad-model',
  'engine-model-does-not-fit',
  'engine-wrong-answers',
  'engine-aborted',
]);

export interface ProblemWords {
  /** The words without a full stop. */
  readonly words: string;
  readonly technical?: string;
  /** With which the words may begin: they stay as they are written. */
  readonly names?: readonly unknown[];
}

export function problemWords(problem: Problem): ProblemWords {
  if ('words' in problem) return { words: bare(problem.words()) };
  const { text, says } = problem;
  if (!says) return { words: troubleText.unexpected, technical: text };
  const words = bare(sayingWords(text, says));
  const values: readonly unknown[] = says.given;
  const name = values.find((value) => typeof value === 'string' && value !== '' && words.startsWith(value));
  const isTechnical = language() !== 'en' && englishSaysMore.has(says.code);
  return { words, ...(isTechnical && { technical: text }), ...(name === undefined ? {} : { names: [name] }) };
}

function bare(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
