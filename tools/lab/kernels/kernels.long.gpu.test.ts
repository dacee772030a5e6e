// Every op and variant of the ragged models in the kernel lab passes: they use all layer types. Untimed.
import { logged } from '../../../src/base/sayings';
import { expect, test } from 'vitest';
import { sharedContext } from '../../../src/ops/testing/run-on-gpu';
import { KernelLab, labGroups } from './kernel-lab';

const lab = new KernelLab(await sharedContext());
const small = labGroups.map(({ name }) => name).filter((name) => name.includes('ragged'));
/** One shape of each op and variant, products of one model: compiling takes the time. */
const seen = new Set<string>();

test.each(small)('%s', async (group) => {
  for (const entry of lab.entries(group)) {
    const kind = `${entry.op}, ${entry.variant}`;
    if (seen.has(kind) || (entry.op.startsWith('matmul') && group !== small[0])) continue;
    seen.add(kind);
    const { difference, tolerance, isGood, timing } = await lab.run(group, entry, { isTimed: false });
    console.info(`${entry.op} ${entry.shape}, ${entry.variant}: ${difference} (allowed ${tolerance})`);
    expect(isGood, `${entry.op} ${entry.shape}, ${entry.variant}: ${difference} of ${tolerance}`).toBe(true);
    expect(timing).toBeUndefined();
  }
});

test('on a device of its own, a timed run has a time and a rate', async () => {
  const opened = await KernelLab.open();
  if (!opened.ok) throw new Error(logged(opened.error.says));
  const own = opened.value;
  const [entry] = own.entries(small[0]);
  const { timing } = await own.run(small[0], entry, { isTimed: true });
  own.close();
  expect(timing!.medianMs).toBeGreaterThan(0);
  expect(timing!.rate).toBeGreaterThan(0);
});
