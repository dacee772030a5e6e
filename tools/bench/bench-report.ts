// The output of `npm run bench`: a table for people, or JSON lines. Pure.
import type { Resource, System } from '../lab/reports/bench-report';
import {
  ceilingShare,
  comparison,
  comparisonOn,
  errorsOf,
  fastest,
  ourChoice,
  ran,
  type BenchLine,
  type Placed,
} from './bench-line';

const nameWidth = 26;
const figureWidth = 11;
const namesWidth = 21;
const libraries = ['ours', 'jax-js', 'tfjs'] as const;
const resources: readonly Resource[] = ['webgpu', 'one thread', 'threads'];

export function benchHead(): string {
  return row(
    { name: '', unit: 'unit', engine: 'our engine', best: 'best rival', agreement: 'largest difference' },
    [...libraries, 'ceiling', 'of ceiling', '÷ best', 'turns'],
  );
}

/** One row with each library's best figure. All figures and the errors of failed systems follow. */
export function benchRow(line: BenchLine): string {
  const { name, unit, ceilings, difference, tolerance, turns, figures } = line;
  const ours = ourChoice(line);
  const against = comparison(line);
  const ceiling = ours && ceilings[ours.system.resource];
  const share = ours && ceilingShare(line, ours);
  const cells = libraries.map((library) => {
    if (!figures.some(({ system }) => system.library === library)) return '';
    const best = library === 'ours' ? ours : bestOf(line, library);
    return best ? digits(best.figure) : 'failed';
  });
  const first = row(
    {
      ...{ name, unit },
      engine: ours ? ours.system.name : '',
      best: against ? against.best.system.name : '',
      agreement:
        difference === undefined ? '' : `${difference.toExponential(1)} of ${tolerance.toExponential(0)}`,
    },
    [
      ...cells,
      typeof ceiling === 'number' ? digits(ceiling) : '',
      share === undefined ? '' : `${(100 * share).toFixed(0)} %`,
      against ? `${against.ratio.toFixed(2)}×` : '',
      String(turns),
    ],
  );
  const all = ran(line).map(({ system, figure }) => `${system.name} ${digits(figure)}`);
  const same = resources.flatMap((resource) => {
    const one = comparisonOn(line, resource);
    return one ? `${one.ours.system.name} ${one.ratio.toFixed(2)}× ${one.best.system.name}` : [];
  });
  return [
    first,
    ...(all.length > 1 ? [`  ${all.join(' · ')}`] : []),
    ...(same.length > 0 ? [`  on the same resource: ${same.join(' · ')}`] : []),
    ...failures(line).map(([failed, error]) => `  ${failed}: ${error}`),
  ].join('\n');
}

export function benchJson(line: BenchLine): string {
  const { name, unit, ceilings, difference, turns, isSoftware } = line;
  const ours = ourChoice(line);
  const against = comparison(line);
  const ceiling = ours && ceilings[ours.system.resource];
  const failed = Object.fromEntries(failures(line));
  const fields = {
    name,
    unit,
    ours: ours?.figure ?? null,
    engine: ours?.system.name ?? null,
    rivals: figuresOf(line, ({ library }) => library !== 'ours'),
    best: against?.best.system.name ?? null,
    ratio: against?.ratio ?? null,
    ceiling: typeof ceiling === 'number' ? ceiling : null,
    ceilingShare: (ours && ceilingShare(line, ours)) ?? null,
    engines: figuresOf(line, ({ library }) => library === 'ours'),
    ceilings: Object.fromEntries(Object.entries(ceilings).map(([of, figure]) => [of, numberOrNull(figure)])),
    sameResource: Object.fromEntries(
      resources.flatMap((resource) => {
        const one = comparisonOn(line, resource);
        return one ? [[resource, { best: one.best.system.name, ratio: one.ratio }] as const] : [];
      }),
    ),
    isSoftware,
    difference: difference ?? null,
    turns,
    ...(Object.keys(failed).length > 0 && { errors: failed }),
  };
  return JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value,
  );
}

function failures(line: BenchLine): [string, string][] {
  const ofSystems = errorsOf(line).map(({ system, error }): [string, string] => [system.name, error]);
  const ofCeilings = Object.entries(line.ceilings).flatMap(([resource, figure]): [string, string][] =>
    typeof figure === 'object' ? [[`ceiling of ${resource}`, figure.error]] : [],
  );
  return [...ofSystems, ...ofCeilings];
}

function figuresOf(line: BenchLine, counts: (system: System) => boolean): Record<string, number | null> {
  return Object.fromEntries(
    line.figures
      .filter(({ system }) => counts(system))
      .map(({ system, figure }) => [system.name, numberOrNull(figure)]),
  );
}

function numberOrNull(figure: unknown): number | null {
  return typeof figure === 'number' ? figure : null;
}

function bestOf(line: BenchLine, library: System['library']): Placed | undefined {
  return fastest(
    line,
    ran(line).filter(({ system }) => system.library === library),
  );
}

interface Words {
  readonly name: string;
  readonly unit: string;
  readonly engine: string;
  readonly best: string;
  readonly agreement: string;
}

function row({ name, unit, engine, best, agreement }: Words, cells: readonly string[]): string {
  const wide = cells.map((text) => text.padStart(figureWidth)).join('');
  const names = `  ${engine.padEnd(namesWidth)}${best.padEnd(namesWidth)}`;
  return `${name.padEnd(nameWidth)}${unit.padEnd(8)}${wide}${names}${agreement}`.trimEnd();
}

/** Three significant digits. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
