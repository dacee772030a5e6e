// The panel of a live curve. Axis, zoom, crosshair, marks, table and files are the same for all of them: each panel says its
// lines, what it sums up, and how its values are written.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Curves } from '../../bridge/series/curves';
import type { SeriesRequest, XAxisKind, XRange } from '../../bridge/series/run-series';
import { notesOf } from '../../bridge/session/run-notes';
import type { Session } from '../../bridge/session/session';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings } from '../../bridge/session/view-settings';
import { chartMark } from '../../bridge/words/mark-words';
import { termTitle } from '../../bridge/words/run-words';
import type { ChartMark } from '../../ui/chart-marks';
import { useZoom } from '../../ui/chart-view';
import { LineChart, type ChartProps, type LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';
import type { TableView } from '../../ui/table-view';
import { ChartFoot } from './chart-foot';
import { formatX, formatXTick, isCounted, xWords } from './x-axis';

interface CurveLine extends LineSeries, SeriesRequest {
  /** The heading of its values in the table. */
  readonly heading: string;
}

/** Lines with their points. */
export interface Curve {
  readonly lines: readonly CurveLine[];
  readonly curves: Curves;
  readonly session: Session;
  readonly xAxis: XAxisKind;
  readonly zoom: XRange;
}

/** Each line is drawn with 2 · `buckets` points or fewer. */
export function useCurve(lines: readonly CurveLine[], buckets: number): Curve {
  const session = useSession();
  const { xAxis, isLogX } = useViewSettings();
  const zoom = useZoom(xAxis);
  return { lines, curves: session.series.curves(lines, xAxis, buckets, zoom, isLogX), session, xAxis, zoom };
}

interface Props {
  readonly curve: Curve;
  readonly title: string;
  readonly className: string | undefined;
  readonly summary: string;
  /** The summary of a saved picture, which has no buttons. */
  readonly savedSummary?: string;
  /** The name of the values, beside the axis of a saved picture. */
  readonly yWords: string;
  /** Lines of earlier runs, behind the others. */
  readonly earlier?: readonly LineSeries[];
  readonly look: Pick<
    ChartProps,
    'height' | 'isLog' | 'yRange' | 'yData' | 'formatY' | 'formatYTick' | 'emptyWords'
  >;
  /** The format of values in the table; else that of the chart. */
  readonly formatCell?: (value: number | undefined) => string;
  readonly tools?: ReactNode;
  readonly note?: ReactNode;
  /** The controls beside the buttons that save the chart. */
  readonly foot?: ReactNode;
  /** All figures of the run can be saved here. */
  readonly hasAllFigures?: boolean;
}

export function CurvePanel({
  curve: { lines, curves, session, xAxis, zoom },
  title,
  className,
  summary,
  savedSummary = summary,
  yWords,
  earlier = [],
  look,
  formatCell = (value) => look.formatY(value ?? NaN),
  tools,
  note,
  foot,
  hasAllFigures = false,
}: Props) {
  const { series } = session;
  const config = useShownPart((shown) => shown.config);
  const { isLogX } = useViewSettings();
  const chart: ChartProps = {
    ...look,
    name: title,
    group: xAxis,
    span: series.span(xAxis),
    curves,
    read: (x) => series.readAt(lines, xAxis, x),
    series: [...earlier, ...lines.map(named)],
    formatX: formatX(xAxis),
    formatXTick: formatXTick(xAxis),
    marks: marksOf(session, xAxis),
    isXCounted: isCounted(xAxis),
    isLogX,
    xWords: xAxis === 'examples' ? termTitle(config) : xWords[xAxis](),
  };
  const table = (): TableView => ({
    columns: [chart.xWords, ...lines.map(({ heading }) => heading)],
    rows: curves
      .rows()
      .slice(-mostTableRows)
      .reverse()
      .map((row) => [chart.formatX(row.x), ...lines.map(({ key }) => formatCell(row[key]))]),
  });
  return (
    <Panel
      title={title}
      className={className}
      summary={summary}
      tools={tools}
      table={table}
      foot={
        <>
          <ChartFoot
            chart={chart}
            words={{ title, subtitle: savedSummary, yWords }}
            allRows={() => series.rows(lines, xAxis, zoom)}
            all={hasAllFigures ? { csv: () => series.toCsv(), figures: () => series.figures() } : undefined}
          />
          {foot}
        </>
      }
      note={note}
    >
      <LineChart {...chart} />
    </Panel>
  );
}

/** The newest rows that are drawn. */
const mostTableRows = 100;

/** A smoothed line is called so beside the plot and under the crosshair; files and pictures add by how much. */
function named({ smoothing = 0, ...line }: CurveLine): LineSeries {
  return smoothing > 0
    ? { ...line, label: t`smoothed`, fullLabel: t`${{ label: line.label }}, smoothed ${smoothing}` }
    : line;
}

/** The changes of the run. */
function marksOf(session: Session, axis: XAxisKind): readonly ChartMark[] {
  return notesOf(session).changes.marks.flatMap((mark) => {
    const x = session.series.xOfStep(mark.step, axis);
    return x === undefined ? [] : [chartMark(mark, x)];
  });
}
