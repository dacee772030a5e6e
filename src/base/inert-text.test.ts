// Names as inert text.
import { expect, it } from 'vitest';
import { inertText } from './inert-text';

it('names keep letters of every script and lose deceptive characters', () => {
  expect(inertText('  Zoë\t Ångström  ', 40)).toBe('Zoë Ångström');
  expect(inertText('محمد علی', 40)).toBe('محمد علی');
  expect(inertText('नमस्ते 👩‍🔬', 40)).toBe('नमस्ते 👩‍🔬');
  expect(inertText('a\u202eb\u2066c\u200bd\ufeffe\u{e0041}f', 40)).toBe('abcdef');
  expect(inertText('a\ud800b', 40)).toBe('ab');
  expect(inertText('💧'.repeat(50), 40)).toBe('💧'.repeat(40));
});
