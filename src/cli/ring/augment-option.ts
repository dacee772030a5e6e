// `--augment shift:2,flip,brightness:0.2`: how examples are altered when they are trained on. Pure.
import { mostBrightness, mostShift, type Augment } from '../../data/augment';
import { BadOption } from '../options/command-line';

/** Throws BadOption. */
export function readAugment(text: string): Augment {
  const augment = { shift: 0, flip: false, brightness: 0 };
  for (const part of text.split(',')) {
    const [name, value, ...more] = part.split(':');
    const number = Number(value);
    if (name === 'flip' && value === undefined) augment.flip = true;
    else if (name === 'shift' && more.length === 0 && /^\d$/.test(value ?? '') && number <= mostShift)
      augment.shift = number;
    else if (
      name === 'brightness' &&
      more.length === 0 &&
      /^0?\.\d+$/.test(value ?? '') &&
      number <= mostBrightness
    )
      augment.brightness = number;
    else
      throw new BadOption(
        `--augment is a list of shift:PIXELS (0 to ${mostShift}), flip and brightness:SHARE (0.0 to ${mostBrightness}), as shift:2,flip,brightness:0.2; not '${text}'`,
      );
  }
  return augment;
}
