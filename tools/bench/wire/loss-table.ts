// The rows of time-to-loss as a table for documents: a row per mode, a column per line. Pure.
import type { LossLine } from './time-to-loss';

/** One Markdown table per model. A cell has the seconds, and how often its own floor they are; `~`: not all steps were
 *  timed; a loss: the wanted one was not reached; '–': not measured. `MB`: what one replica sends until the loss, or in
 *  all, by the mean of the replicas: least to most of the row's lines. */
export function lossTables(lines: readonly LossLine[]): string {
  return distinct(lines.map(({ model }) => model))
    .map((model) =>
      tableOf(
        model,
        lines.filter((one) => one.model === model),
      ),
    )
    .join('\n\n');
}

/** The replicas of lines of earlier runs, which do not say how many they had. */
const usualReplicas = 4;

function tableOf(model: string, all: readonly LossLine[]): string {
  const columns = distinct(all.map(({ line }) => line));
  const modes = distinct(all.map(({ mode }) => mode));
  const rows = modes.map((mode) => {
    const own = all.filter((one) => one.mode === mode);
    const cells = columns.map((line) => cellOf(own.findLast((one) => one.line === line)));
    const steps = distinct(own.map((one) => one.steps)).sort((a, b) => a - b);
    const range = steps.length > 1 ? `${steps[0]}–${steps[steps.length - 1]}` : `${steps[0]}`;
    const sent = own.map(({ bytes, replicas = usualReplicas }) => bytes / replicas / 1e6);
    const [least, most] = [Math.min(...sent), Math.max(...sent)].map(shortly);
    return row([mode, ...cells, range, least === most ? least : `${least}–${most}`]);
  });
  return [row([model, ...columns, 'steps', 'MB']), row(Array(columns.length + 3).fill('---')), ...rows].join(
    '\n',
  );
}

function cellOf(line: LossLine | undefined): string {
  if (!line) return '–';
  if (line.ours === null || line.ratio === null) return `loss ${line.loss?.toFixed(2) ?? 'unknown'}`;
  const mark = line.timed < line.steps ? '~' : '';
  return `${mark}${shortly(line.ours)} (${shortly(line.ratio)}×)`;
}

function shortly(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
