// A smoothed line, by the name that files and pictures give it.
import type { LineSeries } from '../../ui/line-chart';
import { chartsText } from '../../text/charts';

export function smoothedLine(line: LineSeries, smoothing: number): LineSeries {
  return smoothing > 0 ? { ...line, fullLabel: chartsText.smoothedBy(line.label, smoothing) } : line;
}
