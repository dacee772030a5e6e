// The console names the way of sums that is taken, and claims no choice that was not made.
import { expect, test } from 'vitest';
import { presets } from '../../../src/replica/presets';
import type { RunConfig } from '../../../src/replica/protocol';
import { wayHint } from './way-hint';

const preset = (id: string): RunConfig['buckets'] => presets.find((one) => one.id === id)!.config.buckets;
const chosen: RunConfig['buckets'] = {
  ...preset('digits'),
  topology: 'direct',
  auto: { ms: 7_500, ringMs: 16_700 },
};
const large = { parameterCount: 110_000, worldSize: 4 };

test('by default the way is left to measurement, which is not there at first', () => {
  for (const { config } of presets) {
    expect(config.buckets.auto).toEqual({ ms: 0, ringMs: 0 });
    expect(wayHint(config.buckets, large)).toBe('Not measured yet: the way of sums will follow the line.');
  }
});

test('what was chosen, with its reason', () => {
  expect(wayHint(chosen, large)).toBe(
    'Measured: sums travel straight to each owner, about 7.50\u00a0s a step beside 16.7\u00a0s around the ring.',
  );
  const { auto: _, ...pinned } = chosen;
  expect(wayHint(pinned, large), 'the host chose it').toBeUndefined();
});

test('no choice is claimed where there is none', () => {
  const toAll = 'As they are sent now, each part goes to all.';
  expect(wayHint(chosen, { parameterCount: 354, worldSize: 4 })).toBe(toAll);
  expect(wayHint({ ...chosen, codec: { kind: 'sign' } }, large)).toBe(toAll);
  expect(wayHint({ ...chosen, boundedParts: true }, large)).toBe(toAll);
  const around = 'So many replicas are not all linked to each other: sums travel around the ring.';
  for (const parameterCount of [354, 110_000])
    expect(wayHint(chosen, { parameterCount, worldSize: 9 })).toBe(around);
});

test('where the host chose, small gradients are told apart', () => {
  const { auto: _, ...pinned } = chosen;
  expect(wayHint(pinned, { parameterCount: 354, worldSize: 4 })).toMatch(
    /from each to all, .* in this order/,
  );
});
