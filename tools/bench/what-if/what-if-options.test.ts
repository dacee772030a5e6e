import { expect, test } from 'vitest';
import { parseWhatIfOptions } from './what-if-options';

test('lines by name or figures, in the order given', () => {
  const parsed = parseWhatIfOptions(['--line', '5mbit,10ms', '--line', 'slow', '--steps', '8', '--json']);
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      options: {
        lines: [{ name: '5mbit,10ms', profile: { bitsPerSecond: 5e6, delayMs: 10 } }, { name: 'slow' }],
        steps: 8,
        ...{ buckets: false, json: true },
      },
    },
  });
});

test('refuses what it cannot read', () => {
  for (const args of [
    ['--line', 'fast'],
    ['--line', ''],
    ['--steps', '3'],
    ['--lines', 'slow'],
  ])
    expect(parseWhatIfOptions(args), args.join(' ')).toMatchObject({ ok: false });
});
