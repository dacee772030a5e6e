import { expect, test } from 'vitest';
import { cleanName } from './device-memory';

test('a typed name stays whole, or is empty where nobody would see one', () => {
  expect(cleanName('  Ada 👩‍👧  ')).toBe('Ada 👩‍👧');
  expect(cleanName('می‌خواهم')).toBe('می‌خواهم');
  expect(cleanName('Zo\ud83d')).toBe('Zo'); // half of what the field's length cut in two
  expect(cleanName('\u3164\u2800')).toBe('');
});
