// The sentences that an app takes along, in the language of this page.
import { t } from '@lingui/core/macro';
import type { AppWords } from '../../../take-away/app-words';
import type { Sense } from '../../senses/captured';
import { senseTexts } from '../../senses/sense-sentences';

/** `sense`: the device that the model reads from. */
export function appSentences(sense: Sense | undefined): AppWords {
  const isSound = sense === 'microphone';
  return {
    sense: sense && senseWords(sense),
    file: isSound ? t`Or a WAV file` : t`Or a picture file`,
    unreadableFile: isSound
      ? t`This file is no WAV sound that can be read.`
      : t`This file is no picture that the browser can read.`,
    seen: isSound ? t`What the model hears` : t`What the model sees`,
    draw: t`Draw here, with a mouse, a finger or a pen.`,
    sheet: t`Sheet to draw on. Arrow keys move the pen, space puts it down, delete clears.`,
    clear: t`Clear`,
    sure: t`${{ sure: '{sure}' }} sure`,
    answer: t`What the model reads`,
    likely: t`How likely each class is`,
    unknownValue: t`unknown`,
    noNumber: t`This is no number: to the model it is unknown.`,
    prompt: t`Prompt`,
    write: t`Write`,
    stop: t`Stop`,
    writes: t`What the model writes`,
    unknownCharacters: t`It does not know “${{ characters: '{characters}' }}”.`,
    broken: t`The model in this file cannot be used: ${{ reason: '{reason}' }}. Save the app again.`,
  };
}

/** An app has no other place for files. */
function senseWords(sense: Sense): AppWords['sense'] {
  const texts = senseTexts(sense);
  const notFound =
    sense === 'camera'
      ? t`No camera was found. Connect one, or choose a picture file.`
      : t`No microphone was found. Connect one, or choose a WAV file.`;
  return { ...texts, why: { ...texts.why, 'not-found': notFound } };
}
