import { expect, test } from 'vitest';
import { isRemoval } from './removal';
import { troubleWords } from '../words/trouble';

test('exactly the screens of removals say that a browser is not admitted again', () => {
  for (const code of ['kicked', 'evicted', 'turned-away', 'not-let-in'] as const) {
    expect(isRemoval(code)).toBe(true);
    expect(troubleWords(code).what).toContain('does not take this browser in again');
  }
  for (const code of ['device-lost', 'room-full', 'server-unreachable'] as const) {
    expect(isRemoval(code)).toBe(false);
    expect(troubleWords(code).what).not.toContain('does not take this browser in again');
  }
});
