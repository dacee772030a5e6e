import { inEnglish } from '../cli/english/in-english';
import { expect, test } from 'vitest';
import { ownMismatch } from './own-data';

const room = { inputShape: [28, 28], classes: 3, classNames: ['cat', 'dog', 'owl'] };

test('E29: own examples of the agreed shape and classes fit; others are refused by what differs', () => {
  expect(ownMismatch(room, room)).toBeUndefined();
  expect(
    ownMismatch({ ...room, classNames: undefined }, { inputShape: [28, 28], classes: 2 }),
  ).toBeUndefined();
  expect(inEnglish(ownMismatch(room, { ...room, inputShape: [20, 28] })!)).toBe(
    'this room’s examples are 28 × 28, these are 20 × 28',
  );
  expect(inEnglish(ownMismatch(room, { ...room, classes: 4 })!)).toBe(
    'this room has 3 classes, these examples have 4',
  );
  expect(inEnglish(ownMismatch(room, { ...room, classNames: ['cat', 'owl', 'dog'] })!)).toBe(
    'this room’s classes are cat, dog, owl, these examples’ are cat, owl, dog',
  );
  expect(inEnglish(ownMismatch(room, { ...room, classNames: undefined })!)).toContain('are without names');
});
