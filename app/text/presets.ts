// The text of: the presets, and the public datasets, by their ids.
import { area } from './language';

export const presetsText = area('presets', {
  titles: {
    digits: 'Handwritten-like digits',
    'digits-cnn': 'Digits, convolutional network',
    stories: 'A language model',
    'digits-linear': 'Digits, linear model',
    moons: 'Two moons',
    spirals: 'Two spirals',
    circles: 'A ring around a cluster',
    xor: 'Four clusters (XOR)',
  },
  descriptions: {
    digits: '6,000 drawn digits, 28 × 28. An MLP of 109,386 parameters learns them in a minute.',
    'digits-cnn': 'The same digits seen through small filters, with a twelfth of the parameters.',
    stories: 'A small GPT reads generated stories and learns to write them, character by character.',
    'digits-linear': 'The same digits without a hidden layer: what a linear model cannot do.',
    moons: 'Two crescents of points; the boundary bends between them within seconds.',
    spirals: 'Points on two spirals: hard for small models, pretty to watch.',
    circles: 'Two classes of points, one around the other.',
    xor: 'The smallest problem a linear model cannot solve.',
  },
  datasets: {
    mnist: '60,000 handwritten digits, 28 × 28, in ten classes.',
    'fashion-mnist': '60,000 pictures of clothes, 28 × 28, in ten classes.',
    'tiny-shakespeare': 'A million characters of plays, for a language model.',
  },
  publicDomain: (author: string) => `Public domain, ${author}`,
});
