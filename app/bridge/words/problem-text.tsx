// A problem as a sentence, with what only English has behind it.
import type { Saying } from '../../../src/base/sayings';
import { formatSentence } from './format';
import { problemWords } from './problem-words';
import { TechnicalDetail } from './technical-detail';

export interface ProblemProps {
  problem: Saying;
  /** The sentence around the words, which come without a full stop. */
  within?: (words: string) => string;
}

export default function ProblemText({ problem, within }: ProblemProps) {
  const { words, technical, names } = problemWords(problem);
  return (
    <>
      {within ? within(words) : formatSentence(words, names)}
      <TechnicalDetail text={technical} />
    </>
  );
}
