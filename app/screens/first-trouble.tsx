// A trouble of the first screens. Its words are here when nothing more can be loaded.
import { firstTroubleWords, type FirstTroubleCode } from '../bridge/words/first-trouble';
import { TroubleCard } from './trouble-card';

export function FirstTrouble({
  code,
  message,
  advice,
  onTryAgain,
}: {
  code: FirstTroubleCode;
  message?: string;
  advice?: string;
  onTryAgain: () => void;
}) {
  const words = firstTroubleWords(code);
  return <TroubleCard {...{ code, words, message, advice, onTryAgain, onUseCpu: onTryAgain }} />;
}
