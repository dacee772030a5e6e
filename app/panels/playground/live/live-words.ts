// The sentences of the live part: of a camera’s pictures, or of a microphone’s seconds.
import { plural, t } from '@lingui/core/macro';
import { formatCount, formatFixed } from '../../../bridge/words/format';
import type { Sense } from '../../senses/captured';
import type { Mend } from './use-mend';

export interface LiveWords {
  readonly title: string;
  readonly summary: string;
  /** The name of what the model gets. */
  readonly seen: string;
  readonly press: string;
  readonly areSent: string;
  rate(perSecond: number): string;
  /** Where examples that were read wrongly are on their way. */
  way(mend: Mend): string;
}

export function liveWords(sense: Sense): LiveWords {
  return sense === 'camera' ? cameraWords() : microphoneWords();
}

const cameraWords = (): LiveWords => ({
  title: t`Show it something`,
  summary: t`The model reads what the camera sees now. Its pictures stay on this device.`,
  seen: t`What the model sees`,
  press: t`Press what it is. Hold for several pictures.`,
  areSent: t`You send your data to members: they receive these pictures too.`,
  rate: (perSecond) => t`${{ rate: formatFixed(perSecond, 0) }} pictures a second`,
  way({ waiting, isUnderWay, added }) {
    if (waiting > 0)
      return plural(
        { pictures: waiting },
        {
          one: `One picture goes to its class in a moment.`,
          other: `${{ count: formatCount(waiting) }} pictures go to their classes in a moment.`,
        },
      );
    if (isUnderWay) return t`The ring takes the pictures into its data …`;
    if (added === 0)
      return t`The picture goes to its class, and training goes on. Held-out examples stay as they are.`;
    return plural(
      { pictures: added },
      {
        one: `One picture was added so far. The ring trains on it.`,
        other: `${{ count: formatCount(added) }} pictures were added so far. The ring trains on them.`,
      },
    );
  },
});

const microphoneWords = (): LiveWords => ({
  title: t`Let it hear something`,
  summary: t`The model reads the last second of the microphone, again and again. The sound stays on this device.`,
  seen: t`What the model hears`,
  press: t`Press what the last second was. Hold for several seconds.`,
  areSent: t`You send your data to members: they receive pictures of these seconds too.`,
  rate: (perSecond) => t`${{ rate: formatFixed(perSecond, 0) }} readings a second`,
  way({ waiting, isUnderWay, added }) {
    if (waiting > 0)
      return plural(
        { seconds: waiting },
        {
          one: `One second goes to its class in a moment.`,
          other: `${{ count: formatCount(waiting) }} seconds go to their classes in a moment.`,
        },
      );
    if (isUnderWay) return t`The ring takes the seconds into its data …`;
    if (added === 0)
      return t`The second goes to its class, and training goes on. Held-out examples stay as they are.`;
    return plural(
      { seconds: added },
      {
        one: `One second was added so far. The ring trains on it.`,
        other: `${{ count: formatCount(added) }} seconds were added so far. The ring trains on them.`,
      },
    );
  },
});
