// The losses of a lesson's runs as a table: of each line about so many points as travel of it (H19), the newest first. A line
// without a point at a place has a dash there: nothing is put between its points.
import { t } from '@lingui/core/macro';
import { formatCount, formatValue } from '../../bridge/words/format';
import type { TableView } from '../../ui/table-view';
import { mostLosses } from '../core/curve';
import type { Lesson } from '../core/lesson';
import type { LossLine } from './loss-lines';

export function linesTable(lines: readonly LossLine[], xAxis: NonNullable<Lesson['xAxis']>): TableView {
  const places = new Set(lines.flatMap(({ points }) => thinned(points).map(({ x }) => x)));
  const losses = lines.map(({ points }) => new Map(points.map(({ x, loss }) => [x, loss])));
  return {
    columns: [xAxis === 'step' ? t`Step` : t`Examples seen`, ...lines.map(({ trial }) => trial.label())],
    rows: [...places]
      .sort((a, b) => b - a)
      .map((x) => [formatCount(x), ...losses.map((line) => formatValue(line.get(x)))]),
  };
}

/** Evenly, back from the last one. */
function thinned<T>(points: readonly T[]): readonly T[] {
  const every = Math.ceil(points.length / mostLosses);
  return points.filter((_, index) => (points.length - 1 - index) % every === 0);
}
