import { expect, test } from 'vitest';
import { isRemoval } from './removal';
import { troubleWords } from '../words/trouble';

const onlyTheHost = /Only the host can let it (back )?in\./;

test('exactly the screens of removals send to the host, and each has a button that asks again', () => {
  for (const code of ['kicked', 'evicted', 'turned-away', 'not-let-in'] as const) {
    expect(isRemoval(code)).toBe(true);
    expect(troubleWords(code)).toMatchObject({
      what: expect.stringMatching(onlyTheHost) as string,
      action: 'try-again',
    });
  }
  for (const code of ['device-lost', 'room-full', 'server-unreachable', 'unplugged'] as const) {
    expect(isRemoval(code)).toBe(false);
    expect(troubleWords(code).what).not.toMatch(onlyTheHost);
  }
});

test('an unplugged device joins again without anyone’s leave', () => {
  expect(troubleWords('unplugged')).toMatchObject({ action: 'try-again', label: 'Join again' });
});
