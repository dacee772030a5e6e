// What a device makes alone is measured beside the run: no bit of the run, and nothing that a replica holds, is changed.
import { afterEach, expect, test } from 'vitest';
import { createSimdEngine } from '../../model/simd/simd-engine';
import { serialEngine } from '../reduce/serial-engine';
import type { RunConfig } from '../run/run-config';
import { testConfig, TestRing, type TestReplica } from './real-ring';

let ring: TestRing | undefined;
afterEach(() => ring?.end());

const config: RunConfig = { ...testConfig, steps: 60 };

function ringOf(isAlone?: (replica: number) => boolean): TestRing {
  return new TestRing(
    config,
    undefined,
    undefined,
    ({ model, microBatch }) => Promise.resolve({ engine: serialEngine(createSimdEngine(model, microBatch)) }),
    isAlone,
  );
}

async function paired(made: TestRing): Promise<readonly TestReplica[]> {
  const all = [made.add(), made.add()];
  await made.until('two members', () => all.every(({ member }) => member.membership.view?.members.length === 2));
  return all;
}
test('look', async () => {
  ring = ringOf(() => true);
  const all = await paired(ring);
  await ring.until('lobby', () => all.every(({ member }) => member.phase.kind === 'lobby'));
  await new Promise((r) => setTimeout(r, 1500));
  console.log(all.map(({ member }) => [member.loneTrials.now, member.recorder.entries().filter((e) => /alone/.test(e.kind)).map((e) => JSON.stringify(e))]));
  expect(1).toBe(1);
});
