// The bench page: runs the requested cases one after the other, and reports each when it is done. A system is loaded
// only when it takes part. The command in src/cli/bench drives the page, which is never part of the product's build.
import { createCeiling } from './ceiling';
import type { BenchCase } from './contender';
import { matmulCases } from './matmul-cases';
import { messageOf } from './measure';
import { opCases } from './op-cases';
import type { BenchReport, RunOptions, System } from '../../../src/lab/bench-report';
import { runCase } from './run-case';
import { stepCases } from './step-cases';

const cases: readonly BenchCase[] = [...matmulCases, ...opCases, ...stepCases];

declare global {
  interface Window {
    benchCases: readonly string[];
    runBench: (names: readonly string[], options: RunOptions) => Promise<void>;
    /** The functions that the command calls. */
    benchReport: (report: BenchReport) => void;
  }
}

window.benchCases = cases.map(({ name }) => name);

window.runBench = async (names, options) => {
  try {
    await run(names, options);
    window.benchReport({ kind: 'end' });
  } catch (error) {
    window.benchReport({ kind: 'end', error: messageOf(error) });
  }
};

async function run(names: readonly string[], options: RunOptions): Promise<void> {
  const refused = await startRivals(options.only);
  const ceiling = await createCeiling();
  window.benchReport({ kind: 'adapter', adapter: ceiling.adapter, ceiling: ceiling.form });
  for (const one of cases.filter(({ name }) => names.includes(name))) {
    const contenders = { ...one.contenders, ...refused };
    window.benchReport({ kind: 'line', line: await runCase({ ...one, contenders }, ceiling, options) });
  }
  ceiling.destroy();
}

/** A rival that does not start fails in every case, with its reason. */
async function startRivals(only: readonly System[]): Promise<Partial<BenchCase['contenders']>> {
  const starts = {
    jaxjs: async () => (await import('./jaxjs')).startJaxjs(),
    tfjs: async () => (await import('./tfjs')).startTfjs(),
  };
  const refused: Partial<Record<System, () => Promise<never>>> = {};
  for (const system of ['jaxjs', 'tfjs'] as const)
    if (only.includes(system))
      try {
        await starts[system]();
      } catch (error) {
        refused[system] = () => Promise.reject(new Error(messageOf(error)));
      }
  return refused;
}
