// The pictures of a projector: their names, and the titles that they have on the wall.
export const slides = ['join', 'loss', 'ring', 'split', 'question', 'league'] as const;
export type Slide = (typeof slides)[number];

export const slideNames: Readonly<Record<Slide, string>> = {
  join: 'Join',
  loss: 'Loss',
  ring: 'Ring',
  split: 'Time',
  question: 'Predictions',
  league: 'League',
};

export const slideTitles: Readonly<Record<Slide, string>> = {
  join: 'Come in',
  loss: 'The loss',
  ring: 'The ring',
  split: 'Where the time goes',
  question: 'Our predictions',
  league: 'The league',
};
