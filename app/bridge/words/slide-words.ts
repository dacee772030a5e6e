// The pictures of a projector: their names, and the titles that they have on the wall.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
export const slides = ['join', 'loss', 'ring', 'split', 'question', 'why', 'league'] as const;
export type Slide = (typeof slides)[number];

export const slideNames: Readonly<Record<Slide, string>> = {
  get join() {
    return t`Join`;
  },
  get loss() {
    return t`Loss`;
  },
  get ring() {
    return t`Ring`;
  },
  get split() {
    return t`Time`;
  },
  get question() {
    return t`Predictions`;
  },
  get why() {
    return t`Why`;
  },
  get league() {
    return t`League`;
  },
};

export const slideTitles: Readonly<Record<Slide, string>> = {
  get join() {
    return t`Come in`;
  },
  get loss() {
    return t`The loss`;
  },
  get ring() {
    return t`The ring`;
  },
  get split() {
    return t`Where the time goes`;
  },
  get question() {
    return t`Our predictions`;
  },
  get why() {
    return t`Why it came so`;
  },
  get league() {
    return t`The league`;
  },
};

/** `picture`: undefined until one has come. */
export function hasSlide(picture: RingView | undefined, slide: Slide): boolean {
  if (slide === 'question') return picture?.question !== undefined;
  if (slide === 'why')
    return picture?.question?.run?.facts !== undefined && picture.question.measured !== undefined;
  if (slide === 'league') return picture?.league !== undefined;
  return picture !== undefined;
}
