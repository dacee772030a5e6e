// A smoothed line. Beside the plot and under the crosshair it is called so; files and pictures add by how much.
import type { LineSeries } from '../../ui/line-chart';
import { chartsText } from '../../text/charts';

export function smoothedLine(line: LineSeries, smoothing: number): LineSeries {
  return smoothing > 0
    ? { ...line, label: chartsText.isSmoothed, fullLabel: chartsText.smoothedBy(line.label, smoothing) }
    : line;
}
