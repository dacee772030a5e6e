// Single calls in a team of threads: the bits of one thread, however often they run.
import { expect, test } from 'vitest';
import type { BenchCase, Contender } from './contender';
import { matmulCases } from './matmul-cases';
import { opCases } from './op-cases';
import { onOneThread } from './ours-simd';
import { simdTeam } from './simd-team';

const named = (name: string): BenchCase => [...matmulCases, ...opCases].find((one) => one.name === name)!;

async function inThreads(of: BenchCase, threads: number): Promise<Contender> {
  const work = await of.contenders.ours();
  if (work.kind !== 'calls') throw new Error(`${of.name} is no single call`);
  return simdTeam(work, threads);
}

/** The bits of the outputs of the first run, and of the run after `between`. Gradients of parameters add up over the
 *  runs. */
async function bitsOver(contender: Contender, between: () => Promise<void>): Promise<readonly Uint32Array[]> {
  const first = await contender.check();
  await between();
  return [...first, ...(await contender.check())].map(({ buffer }) => new Uint32Array(buffer));
}

test.each(['matmul 256 tn', 'attention 8×128×4×32', 'layer-norm 1024×128', 'cross-entropy 1024×65'])(
  'E6: %s has the same bits on one thread and in teams',
  async (name) => {
    const of = named(name);
    const alone = await onOneThread().contender(of);
    const expected = await bitsOver(alone, async () => {
      for (let run = 0; run < 3; run++) await alone.run();
    });
    expect(expected[0].some((bits) => bits !== 0)).toBe(true);
    for (const threads of [1, 2, 3]) {
      const team = await inThreads(of, threads);
      try {
        const bits = await bitsOver(team, () => team.runs!(3));
        expect(bits.map((each, at) => equal(each, expected[at]))).toEqual(expected.map(() => true));
      } finally {
        team.dispose();
      }
    }
  },
);

function equal(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((bits, i) => bits === b[i]);
}
