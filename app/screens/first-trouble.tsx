// A trouble of the first screens. Its words are here when nothing more can be loaded.
import { firstTroubleWords, type FirstTroubleCode } from '../bridge/words/first-trouble';
import { TroubleCard } from './trouble-card';

interface Props {
  code: FirstTroubleCode;
  message?: string;
  advice?: string | undefined;
  /** Replaces the sentence on what is safe. */
  safe?: string | undefined;
  onTryAgain: () => void;
}

export function FirstTrouble({ code, message, advice, safe, onTryAgain }: Props) {
  const words = { ...firstTroubleWords(code), ...(safe && { safe }) };
  return <TroubleCard {...{ code, words, message, advice, onTryAgain, onUseCpu: onTryAgain }} />;
}
