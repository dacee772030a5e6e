// The output of `npm run bench`: a table for people, or JSON lines. Pure.
import { ratio, type BenchLine, type Figure, type System } from '../../lab/bench-report';

const nameWidth = 26;
const figureWidth = 11;

export function benchHead(): string {
  return row(
    '',
    'unit',
    ['ours', 'jax-js', 'tfjs', 'ceiling', '÷ jax-js', '÷ tfjs', 'of ceiling'],
    'runs',
    'largest difference',
  );
}

/** One row; the errors of failed systems follow, one line each. */
export function benchRow(line: BenchLine): string {
  const { name, unit, figures, ceiling, difference, tolerance, runs } = line;
  const { ours, jaxjs, tfjs } = figures;
  const ofCeiling =
    typeof ours !== 'number'
      ? ''
      : `${(100 * (unit === 'ms' ? ceiling / ours : ours / ceiling)).toFixed(0)} %`;
  const cells = [
    ...[ours, jaxjs, tfjs].map(cell),
    digits(ceiling),
    times(ratio(line, 'jaxjs')),
    times(ratio(line, 'tfjs')),
    ofCeiling,
  ];
  const agreement =
    difference === undefined ? '' : `${difference.toExponential(1)} of ${tolerance.toExponential(0)}`;
  const failed = errorsOf(line).map(([system, error]) => `  ${label[system]}: ${error}`);
  return [row(name, unit, cells, String(runs), agreement), ...failed].join('\n');
}

export function benchJson(line: BenchLine): string {
  const { name, unit, figures, ceiling, difference, runs } = line;
  const number = (figure: Figure): number | null => (typeof figure === 'number' ? figure : null);
  const errors = Object.fromEntries(errorsOf(line));
  return JSON.stringify({
    name,
    ours: number(figures.ours),
    jaxjs: number(figures.jaxjs),
    tfjs: number(figures.tfjs),
    ceiling,
    unit,
    ratio: ratio(line, 'jaxjs') ?? null,
    tfjsRatio: ratio(line, 'tfjs') ?? null,
    difference: difference ?? null,
    runs,
    ...(Object.keys(errors).length > 0 && { errors }),
  });
}

const label: Readonly<Record<System, string>> = { ours: 'ours', jaxjs: 'jax-js', tfjs: 'tfjs' };

export function errorsOf({ figures }: BenchLine): [System, string][] {
  return (Object.entries(figures) as [System, Figure][]).flatMap(([system, figure]) =>
    typeof figure === 'object' ? [[system, figure.error] as [System, string]] : [],
  );
}

function row(name: string, unit: string, cells: readonly string[], runs: string, agreement: string): string {
  const wide = cells.map((text) => text.padStart(figureWidth)).join('');
  return `${name.padEnd(nameWidth)}${unit.padEnd(8)}${wide}${runs.padStart(6)}  ${agreement}`.trimEnd();
}

function cell(figure: Figure): string {
  if (figure === undefined) return '';
  return typeof figure === 'number' ? digits(figure) : 'failed';
}

function times(value: number | undefined): string {
  return value === undefined ? '' : `${value.toFixed(2)}×`;
}

/** Three significant digits, without an exponent. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
