import { expect, test } from 'vitest';
import { presets } from '../../../src/replica/presets';
import { configOf, formOf } from './run-form';
import { queryOfRun, readSharedRun, sharedRunQuery } from './share-link';

const digits = presets.find(({ id }) => id === 'digits')!;

test('a link holds the preset and only what differs', () => {
  const form = { ...formOf(digits.config), learningRate: ' 0.1', widths: '64, 32', steps: '500.0' };
  const query = sharedRunQuery(digits, form);
  expect(query).toBe('v=1&preset=digits&learningRate=0.1&steps=500.0&widths=64%2C%2032');
  expect(sharedRunQuery(digits, formOf(digits.config))).toBe('v=1&preset=digits');
  const read = readSharedRun(`?${query}`, presets)!;
  expect(read).toEqual({
    preset: 'digits',
    changes: { steps: '500', learningRate: '0.1', widths: '64, 32' },
    notes: [],
  });
  expect(configOf({ ...formOf(digits.config), ...read.changes }, digits.config)).toMatchObject({
    ok: true,
    config: { steps: 500, learningRate: 0.1, data: digits.config.data },
  });
});

test.each(presets.map((preset) => [preset.id, preset] as const))(
  'the link of a run of %s gives that run back',
  (_, { id, config }) => {
    expect(queryOfRun(config, presets)).toBe(`v=1&preset=${id}`);
    const changed = { ...config, seed: 77, steps: 12, optimizer: { kind: 'sgd' } as const };
    const read = readSharedRun(queryOfRun(changed, presets)!, presets)!;
    const preset = presets.find((one) => one.id === read.preset)!;
    const result = configOf({ ...formOf(preset.config), ...read.changes }, preset.config);
    expect(result).toEqual({ ok: true, config: changed });
  },
);

test('a run on a file of this device has no link', () => {
  const data = { kind: 'idx', name: 'x', sha256: 'a'.repeat(64), examples: 600, inputShape: [28, 28], classes: 10 } as const; // prettier-ignore
  expect(queryOfRun({ ...digits.config, data: { ...data, inputShape: [28, 28] } }, presets)).toBeUndefined();
});

test('an address from anybody: ranges, refusals, unknown keys', () => {
  const read = readSharedRun(
    '?v=1&preset=digits&steps=1e99&localBatch=-5&seed=2.6&dropout=abc&learningRate=0&optimizer=__proto__&widths=9999&constructor=1&x=<script>&clip=',
    presets,
  )!;
  expect(read.changes).toEqual({ steps: '1000000', localBatch: '1', seed: '3' });
  expect(read.notes).toEqual([
    'Left out: Dropout is not a number.',
    'Batch was -5, and is 1 here.',
    'Left out: Learning rate is above 0.',
    'Left out: Clipping is missing.',
    'Steps was 1e99, and is 1000000 here.',
    'Seed was 2.6, and is 3 here.',
    'Left out: Widths: each is 1 to 2,048.',
    'Left out: “__proto__” is no optimizer.',
  ]);
  for (const search of ['', '?v=1', `?x=${'9'.repeat(5000)}&preset=digits`])
    expect(readSharedRun(search, presets)).toBeUndefined();
});

test.each(['nothing', '__proto__', ''])(
  'a preset that is not ours is named, and its settings are left out: %j',
  (name) => {
    const read = readSharedRun(`?v=1&preset=${name}&steps=50`, presets)!;
    expect(read).toEqual({
      preset: presets[0].id,
      changes: {},
      notes: [`The link names a preset that this page does not know: “${name}”. Its settings are left out.`],
    });
  },
);

test('a link of a newer version says so, and gives what is known', () => {
  const read = readSharedRun('?v=2&preset=moons&steps=50&quantum=1', presets)!;
  expect(read.changes).toEqual({ steps: '50' });
  expect(read.notes).toEqual(['A newer version made this link: what this one does not know is left out.']);
});
