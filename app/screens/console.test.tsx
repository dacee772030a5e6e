// The host's console, drawn in Node: what waits for the host's word stands among its controls.
import { expect, test } from 'vitest';
import { markupAt, textAt } from '../panels/testing/drawn-panel';
import Console from './console';

const shown = <Console onInvite={() => undefined} />;

test('H25: the host sees each claim that nobody can check, beside what the roster says of it', () => {
  const text = textAt('claims', shown);
  expect(text.match(/examples of its own\. Nobody can check that\./g)).toHaveLength(1);
  expect(text).toContain('Swift Lynx says it has 3,000,000 examples of its own. Nobody can check that.');
  expect(text).toContain('says it has 3,000,000 examples: it has twice an equal share at most');
  expect(markupAt('claims', shown)).toMatch(/<button[^>]*>Count all 3,000,000</);
  expect(textAt('paused', shown)).not.toContain('examples of its own');
});

test('H14: who waits at the door is named there, and no name becomes markup', () => {
  expect(textAt('door', shown)).toMatch(/Let in.*Witty Puffin/);
  expect(markupAt('door', shown)).not.toContain('<b>Robert');
});

test('a guest has no console', () => {
  expect(markupAt('training-3', shown)).toBe('');
});
