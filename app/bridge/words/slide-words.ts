// The pictures of a projector: their names, and the titles that they have on the wall.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
export const slides = ['join', 'model', 'loss', 'ring', 'split', 'question', 'why', 'league'] as const;
export type Slide = (typeof slides)[number];

export const slideNames: Readonly<Record<Slide, () => string>> = {
  join: () => t`Join`,
  model: () => t`Model`,
  loss: () => t`Loss`,
  ring: () => t`Ring`,
  split: () => t`Time`,
  question: () => t`Predictions`,
  why: () => t`Why`,
  league: () => t`League`,
};

export const slideTitles: Readonly<Record<Slide, () => string>> = {
  join: () => t`Come in`,
  model: () => t`What it has learned`,
  loss: () => t`The loss`,
  ring: () => t`The ring`,
  split: () => t`Where the time goes`,
  question: () => t`Our predictions`,
  why: () => t`Why it came so`,
  league: () => t`The league`,
};

/** `picture`: undefined until one has come. */
export function hasSlide(picture: RingView | undefined, slide: Slide): boolean {
  if (slide === 'question') return picture?.question !== undefined;
  if (slide === 'why')
    return picture?.question?.run?.facts !== undefined && picture.question.measured !== undefined;
  if (slide === 'league') return picture?.league !== undefined;
  return picture !== undefined;
}
