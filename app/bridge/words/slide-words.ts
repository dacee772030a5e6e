// The pictures of a projector: their names, and the titles that they have on the wall.
import { watchingText } from '../../text/watching';
export const slides = ['join', 'loss', 'ring', 'split', 'question', 'league'] as const;
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
  get league() {
    return watchingText.league2;
  },
};
