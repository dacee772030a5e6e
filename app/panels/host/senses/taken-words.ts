// The sentences about examples that a person takes: pictures, or sounds.
import { plural, select, t } from '@lingui/core/macro';
import { formatCount } from '../../../bridge/words/format';
import type { Sense } from '../../senses/captured';
import { fewestOfClass } from './taken-classes';

/** `called`: the name of a class. */
export interface TakenWords {
  /** Where the examples go, before they do. */
  readonly privacy: string;
  /** A hint about taking them. */
  readonly advice: string;
  readonly hold: string;
  readonly holding: string;
  readonly use: string;
  readonly idle: string;
  holdOf(called: string): string;
  examplesOf(called: string): string;
  newestOf(called: string): string;
  count(count: number, isFull: boolean): string;
  deleteOne(number: number, called: string): string;
  undoTaking(called: string): string;
  few(name: string, count: number): string;
}

export function takenWords(sense: Sense): TakenWords {
  return sense === 'camera' ? pictureWords() : soundWords();
}

const pictureWords = (): TakenWords => ({
  privacy: t`The pictures stay on this device. In a room the members receive them only if you press “Send my data to members” there: then every member who asks gets them all, and keeps them.`,
  advice: t`A reload of the page forgets the pictures, and a saved run does not hold them: save them as a ZIP file, which “Your own files” reads. Pictures of one moment look alike, so that some held out beside others of that moment are easy: take them from several sides.`,
  hold: t`Hold to take pictures`,
  holding: t`Hold to take pictures`,
  use: t`Use these pictures`,
  idle: t`Enough to learn from. Take more, or press “Use these pictures”.`,
  holdOf: (called) => t`Hold to take pictures of ${called}`,
  examplesOf: (called) => t`Pictures of ${called}`,
  newestOf: (called) => t`Newest pictures of ${called}`,
  count: (pictures, isFull) =>
    t`${plural(
      { pictures },
      {
        one: `${{ count: formatCount(pictures) }} picture`,
        other: `${{ count: formatCount(pictures) }} pictures`,
      },
    )}${select({ isFull: String(isFull) }, { true: ', the most of a class', other: '' })}`,
  deleteOne: (number, called) => t`Delete picture ${{ value: number }} of ${called}`,
  undoTaking: (called) => t`Undo the last pictures of ${called}`,
  few: (name, count) =>
    t`Take at least ${fewestOfClass} pictures of each class: “${{ name }}” has ${{ length: count }}.`,
});

const soundWords = (): TakenWords => ({
  privacy: t`The sounds stay on this device. In a room the members receive pictures of their loudness and pitch, second by second, and no recording, only if you press “Send my data to members” there: then every member who asks gets them all, and keeps them.`,
  advice: t`Each second is one example. Record silence, or what is usually heard, as a class of its own: a model has no answer “nothing”. A reload of the page forgets the sounds, and a saved run does not hold them: save them as a ZIP file of WAV files, which “Your own files” reads. Seconds of one moment sound alike, so that some held out beside others of that moment are easy: record several times.`,
  hold: t`Hold to record`,
  holding: t`Recording …`,
  use: t`Use these sounds`,
  idle: t`Enough to learn from. Record more, or press “Use these sounds”.`,
  holdOf: (called) => t`Hold to record ${called}`,
  examplesOf: (called) => t`Sounds of ${called}`,
  newestOf: (called) => t`Newest sounds of ${called}`,
  count: (seconds, isFull) =>
    t`${plural(
      { seconds },
      {
        one: `${{ count: formatCount(seconds) }} second`,
        other: `${{ count: formatCount(seconds) }} seconds`,
      },
    )}${select({ isFull: String(isFull) }, { true: ', the most of a class', other: '' })}`,
  deleteOne: (number, called) => t`Delete second ${{ value: number }} of ${called}`,
  undoTaking: (called) => t`Undo the last sounds of ${called}`,
  few: (name, count) =>
    t`Record at least ${fewestOfClass} seconds of each class: “${{ name }}” has ${{ length: count }}.`,
});
