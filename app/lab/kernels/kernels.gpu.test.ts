// Every entry of the kernel lab passes: every op and variant of the ragged models, which use all layer types, untimed.
import { expect, test } from 'vitest';
import { KernelLab, labGroups } from './kernel-lab';

const opened = await KernelLab.open();
if (!opened.ok) throw new Error(opened.error.message);
const lab = opened.value;
const small = labGroups.map(({ name }) => name).filter((name) => name.includes('ragged'));

test.each(small)('%s', async (group) => {
  const seen = new Set<string>(); // one shape of each op and variant, products once: compiling takes the time
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

test('a timed run has a time and a rate', async () => {
  const [entry] = lab.entries(small[0]);
  const { timing } = await lab.run(small[0], entry, { isTimed: true });
  expect(timing!.medianMs).toBeGreaterThan(0);
  expect(timing!.rate).toBeGreaterThan(0);
});
