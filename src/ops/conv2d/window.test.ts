import { SaidError } from '../../base/said-error';
import { say } from '../../base/sayings';
import { expect, test } from 'vitest';
import { builderOf } from '../testing/conv2d-windows';
import { imageOf, windowsOf } from './window';

const image = (height: number, width: number) => ({ height, width, channels: 2 });

test('same: inputs / stride rounded up, an odd zero goes to the end; valid and numbers: what fits', () => {
  const builder = builderOf(1);
  expect(windowsOf(image(7, 8), 3, 2, 'same', builder)).toMatchObject({
    outHeight: 4,
    outWidth: 4,
    top: 1,
    left: 0,
  });
  expect(windowsOf(image(7, 8), [3, 2], 1, 'valid', builder)).toMatchObject({ outHeight: 5, outWidth: 7 });
  expect(windowsOf(image(7, 8), 3, 3, 2, builder)).toMatchObject({ outHeight: 3, outWidth: 4, top: 2 });
  expect(windowsOf(image(2, 2), 5, 1, 'same', builder)).toMatchObject({ outHeight: 2, top: 2, left: 2 });
});

test('shapes that do not fit together are refused with a reason', () => {
  const builder = builderOf(1);
  expect(imageOf([28, 28], builder)).toEqual({ height: 28, width: 28, channels: 1 });
  expect(() => imageOf([784], builder)).toThrow(new SaidError(say('layer-wants-image', { shape: '784' })));
  expect(() => windowsOf(image(2, 9), 3, 1, 'valid', builder)).toThrow(
    new SaidError(say('layer-window-too-large', { window: '3 × 3', image: '2 × 9' })),
  );
  expect(() => windowsOf(image(9, 9), 2, 1, 2, builder)).toThrow(
    new SaidError(say('layer-padding-too-wide', { padding: 2, window: '2 × 2' })),
  );
});
