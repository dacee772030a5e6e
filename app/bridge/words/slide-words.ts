// The pictures of a projector: their names, and the titles that they have on the wall.
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { watchingText } from '../../text/watching';
export const slides = ['join', 'loss', 'ring', 'split', 'question', 'why', 'league'] as const;
export type Slide = (typeof slides)[number];

export const slideNames: Readonly<Record<Slide, string>> = {
  get join() {
    return watchingText.join;
  },
  get loss() {
    return watchingText.loss;
  },
  get ring() {
    return watchingText.ring;
  },
  get split() {
    return watchingText.time;
  },
  get question() {
    return watchingText.predictions;
  },
  get why() {
    return watchingText.why;
  },
  get league() {
    return watchingText.league;
  },
};

export const slideTitles: Readonly<Record<Slide, string>> = {
  get join() {
    return watchingText.come;
  },
  get loss() {
    return watchingText.loss2;
  },
  get ring() {
    return watchingText.ring2;
  },
  get split() {
    return watchingText.whereTimeGoes;
  },
  get question() {
    return watchingText.ourPredictions;
  },
  get why() {
    return watchingText.whyItCame;
  },
  get league() {
    return watchingText.league2;
  },
};

/** `picture`: undefined until one has come. */
export function hasSlide(picture: RingPicture | undefined, slide: Slide): boolean {
  if (slide === 'question') return picture?.question !== undefined;
  if (slide === 'why')
    return picture?.question?.run?.facts !== undefined && picture.question.measured !== undefined;
  if (slide === 'league') return picture?.league !== undefined;
  return picture !== undefined;
}
