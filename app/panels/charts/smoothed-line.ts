// A smoothed line. Beside the plot and under the crosshair it is called so; files and pictures add by how much.
import { t } from '@lingui/core/macro';
import type { LineSeries } from '../../ui/line-chart';

export function smoothedLine(line: LineSeries, smoothing: number): LineSeries {
  return smoothing > 0
    ? { ...line, label: t`smoothed`, fullLabel: t`${{ label: line.label }}, smoothed ${smoothing}` }
    : line;
}
