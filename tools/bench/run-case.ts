// One case: every system makes its contender, the results must agree, and then all are timed in turns with the ceilings
// of their resources.
import type { CaseInfo, Resource, System } from '../lab/reports/bench-report';
import { agreement } from './agreement';
import type { BenchLine, Figure } from './bench-line';
import type { BenchPage } from './bench-page';
import type { BenchPages, NamedRole } from './bench-pages';
import { measureInTurns } from './measure';

export interface CaseSettings {
  readonly systems: readonly System[];
  readonly turns: number | undefined;
  /** Whether no GPU is behind the adapter; asked at the end, when the pages have started. */
  readonly isSoftware: () => boolean;
  readonly signal: AbortSignal;
}

interface Prepared {
  readonly role: NamedRole;
  readonly page: BenchPage;
  /** A ceiling's flops or bytes per run. */
  readonly work: number;
}

export async function runCase(
  info: CaseInfo,
  pages: BenchPages,
  { systems, turns, isSoftware, signal }: CaseSettings,
): Promise<BenchLine> {
  const { name, unit, flops, bytes, tolerance } = info;
  const ceilings = [...new Set(systems.map(({ resource }) => resource))].map(ceilingOf);
  const prepared: Prepared[] = [];
  const errors = new Map<string, string>();
  const outputs = new Map<string, readonly Float32Array[]>();
  for (const role of [...systems, ...ceilings])
    try {
      const page = await pages.get(role);
      const { work } = await page.ask({ kind: 'prepare', name }, 'prepared');
      if (role.library !== 'ceiling') outputs.set(role.name, await page.outputs());
      prepared.push({ role, page, work });
    } catch (error) {
      if (signal.aborted) throw error;
      errors.set(role.name, (error as Error).message);
      await pages.drop(role.name);
    }
  const agreed = agreement(outputs, tolerance);
  for (const [differing, reason] of agreed.errors) errors.set(differing, reason);

  const timings = await measureInTurns(
    prepared
      .filter(({ role }) => !errors.has(role.name))
      .map(({ role, page }) => ({
        name: role.name,
        run: async (repeats) => (await page.ask({ kind: 'run', repeats }, 'ran')).ms,
      })),
    turns,
  );
  signal.throwIfAborted();
  for (const { role, page } of prepared) {
    const timing = timings.get(role.name);
    if (timing && 'error' in timing) await pages.drop(role.name);
    else await page.ask({ kind: 'dispose' }, 'disposed');
  }

  const figureOf = (role: NamedRole, toFigure: (medianMs: number) => number): Figure => {
    const error = errors.get(role.name);
    if (error !== undefined) return { error };
    const timing = timings.get(role.name)!;
    return 'error' in timing ? timing : toFigure(timing.medianMs);
  };
  const ofSystem = (ms: number): number => (unit === 'ms' ? ms : (flops || bytes) / ms / 1e6);
  const ofCeiling = ({ name: ceiling }: NamedRole, ms: number): number => {
    const perMs = prepared.find(({ role }) => role.name === ceiling)!.work / ms;
    return unit === 'ms' ? flops / perMs : perMs / 1e6;
  };
  return {
    ...{ name, unit, tolerance, difference: agreed.difference },
    figures: systems.map((system) => ({ system, figure: figureOf(system, ofSystem) })),
    ceilings: Object.fromEntries(
      ceilings.map((role) => [role.resource, figureOf(role, (ms) => ofCeiling(role, ms))]),
    ),
    isSoftware: isSoftware(),
    turns: Math.max(0, ...[...timings.values()].map((timing) => ('turns' in timing ? timing.turns : 0))),
  };
}

function ceilingOf(resource: Resource): NamedRole {
  return { name: `ceiling of ${resource}`, library: 'ceiling', resource };
}
