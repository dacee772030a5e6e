import { expect, test } from 'vitest';
import { unsaidCodes } from './unsaid-codes.mjs';

test('a code is said by its name, or by its beginning', () => {
  const code = "fail('empty', say('file-empty', { name })); return say(`engine-${kind}`);";
  expect(unsaidCodes(['file-empty', 'file-large', 'engine-aborted'], code)).toEqual(['file-large']);
});
