// The oracle of the fault rows, on rings in which a gradient was spoilt on the wire or a member died.
import { expect, test } from 'vitest';
import { moonsRun } from './moons-run';
import { replayNorms } from './plain-replay';
import { SimulatedRing } from './simulated-ring';

const config = { ...moonsRun([16]), steps: 40 };

test.each(['poison', 'death'] as const)(
  'S9: the plain mean over the listed examples, after a %s',
  async (fault) => {
    const ring = new SimulatedRing({ seed: 5, config });
    const [first, , last] = [ring.add(), ring.add(), ring.add()];
    await ring.formed(3);
    ring.submit({ kind: 'start' });
    await ring.until('ten steps', () => first.steps.length >= 10);
    if (fault === 'death') ring.kill(last);
    else ring.submit({ kind: 'poison', peer: last.id, how: 'nan', at: 'wire' });
    await ring.until('the end', () => first.steps.length === config.steps);
    expect(first.steps.some(({ contributions }) => !(contributions[last.id] > 0))).toBe(true);
    const norms = await replayNorms(config, first.steps);
    for (const [i, { step, gradientNorm }] of first.steps.entries())
      expect(Math.abs(norms[i] / gradientNorm - 1), `step ${step}`).toBeLessThan(1e-4);
    const forged = first.steps.map((record, i) =>
      i === 12 ? { ...record, contributions: { ...record.contributions, [first.id]: 0 } } : record,
    );
    const others = await replayNorms(config, forged);
    expect(Math.abs(others[20] / first.steps[20].gradientNorm - 1)).toBeGreaterThan(1e-3);
  },
);
