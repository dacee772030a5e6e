// How a copy of the model comes to a device that watches, in words.
import type { CopyState } from '../../../src/replica/page/watch';
import { formatCount } from './format';
import { watchingText } from '../../text/watching';

/** 'A copy comes: 12 of 50 parts, 38 seconds at least.' */
export function copyWords({ coming, got, refused }: CopyState): string {
  const shown = got ? `${watchingText.youTryModel(formatCount(got.step))} ` : '';
  if (coming) {
    const { have, of } = coming;
    const left = of - have;
    return shown + watchingText.copyComes(got !== undefined, have, of, left);
  }
  switch (refused) {
    case undefined:
      return got ? shown + watchingText.newerOneAsked : watchingText.memberWasAsked;
    case 'shut':
      return shown + watchingText.doorShutCopy;
    case 'own-data':
      return watchingText.learnsPersonFiles;
    case 'too-large':
      return watchingText.modelTooLarge;
    case 'none-yet':
      return shown + watchingText.noTrainedModel;
    case 'silent':
      return shown + watchingText.noMemberAnswers;
    default:
      return refused satisfies never;
  }
}
