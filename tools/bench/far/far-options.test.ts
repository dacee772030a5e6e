import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { parseFarOptions } from './far-options';

test('without options: 25 and 100 Mbit/s, four round trips, links and bare channels', () => {
  const parsed = parseFarOptions([]);
  expect(parsed.ok && parsed.value).toMatchObject({
    options: {
      ...{ rates: [25, 100], trips: [0, 20, 50, 150], associations: [1, 4], carriers: ['link', 'bare'] },
      ...{ seconds: 8, loss: 0, json: false },
    },
  });
});

test.each([
  ['--rates', '0'],
  ['--trips', '20,far'],
  ['--associations', '9'],
  ['--carriers', 'pigeon'],
  ['--seconds', '1'],
  ['--loss', '0.9'],
])('%s %s is refused by name', (option, value) => {
  const parsed = parseFarOptions([option, value]);
  expect(parsed.ok ? '' : inEnglish(parsed.error.says)).toContain(option);
});
