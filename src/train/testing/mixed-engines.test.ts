// A replica without a GPU is a full member: on every preset a ring of different engines holds one state (E5).
import { afterEach, expect, test } from 'vitest';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { createSimdEngine } from '../../model/simd/simd-engine';
import { presets } from '../../replica/presets';
import { serialEngine } from '../reduce/serial-engine';
import { isFileData } from '../run/data-shape';
import type { RunConfig } from '../run/run-config';
import { TestRing } from './real-ring';

const steps = 2;

/** The preset's own model, on few examples. */
function small(config: RunConfig): RunConfig {
  const { data } = config;
  if (isFileData(data)) throw new Error('presets have built-in data');
  return {
    ...config,
    data: { ...data, examples: 48 },
    ...{ validationExamples: 12, localBatch: 2, microBatch: 1, steps, evaluateEvery: 2 },
  };
}

let ring: TestRing | undefined;
afterEach(() => ring?.end());

test.each(presets.map(({ id, config }) => [id, config] as const))(
  '%s: SIMD beside plain loops, and all digests are equal',
  async (_, config) => {
    ring = new TestRing(small(config), undefined, undefined, ({ model, microBatch }, index) => {
      const create = index === 1 ? createSimdEngine : createCpuEngine;
      return Promise.resolve({ engine: serialEngine(create(model, microBatch)) });
    });
    const all = [ring.add(), ring.add()];
    const [host] = all;
    await ring.until('two members', () => host.member.membership.view?.members.length === 2);
    expect(all.map(({ member }) => member.replica.ready!.engine.backend)).toEqual(['cpu', 'simd']);
    ring.submit({ kind: 'start' });
    await ring.until('all steps', () => all.every((replica) => replica.steps.length === steps), 60_000);
    for (let at = 0; at < steps; at++) {
      const { contributions, digest } = host.steps[at];
      for (const { id, steps: seen } of all) {
        expect(contributions[id], `step ${at + 1}`).toBeGreaterThan(0);
        expect(seen[at].digest, `step ${at + 1}`).toBe(digest);
      }
    }
    expect(new Set(host.steps.map(({ digest }) => digest)).size).toBe(steps);
  },
  90_000,
);
