// Lines over a numeric x, with axes of our own: a library of charts takes ten times the script for each new point. Domain,
// ticks and end labels do not jump. Each line has its own colour and dash, and its name at its end.
import { t } from '@lingui/core/macro';
import { memo, useId, useRef, type CSSProperties } from 'react';
import { useIsOnScreen } from '../bridge/session/on-screen';
import type { Curves } from '../bridge/series/curves';
import type { Reading } from '../bridge/series/run-series';
import { usualTextPx } from './chart-axes';
import { Crosshair } from './chart-crosshair';
import { EndLabels } from './chart-end-labels';
import { useGestures } from './chart-gestures';
import type { ChartGap, ChartLevel } from './chart-gaps';
import type { ChartMark } from './chart-marks';
import { ChartPlot, usePlot } from './chart-plot';
import { useZoom } from './chart-view';
import { logPlacing } from './log-span';
import { Selection, ShowAll } from './show-all';
import { useSize } from './use-size';
import type { Range } from './zoom-range';
import css from './line-chart.module.css';

export interface LineSeries {
  readonly key: string;
  readonly label: string;
  /** The name for files and legends of pictures, which have room to say all; else the label. */
  readonly fullLabel?: string;
  /** A token: 'blue'. */
  readonly colour: string;
  readonly dash?: string;
  /** Drawn behind, thin, without an end label. */
  readonly isFaint?: boolean;
  /** Not of this run: thin and without an end label, but plain to see. */
  readonly isEarlier?: boolean;
  /** A step line: holds its value until the next point. */
  readonly isStep?: boolean;
  /** Single points in place of a line, without an end label, in still charts. A ring shows what is within it. */
  readonly marker?: 'dot' | 'ring';
}

export interface ChartProps {
  /** The name in words, for the keyboard. */
  readonly name?: string;
  /** What the picture shows, where no sentence beside it says so. */
  readonly words?: string | undefined;
  /** The size of labels, px: a wall is read from afar. */
  readonly textPx?: number;
  /** Charts of a group share the crosshair and the zoom; else the chart has its own. */
  readonly group?: string;
  /** The first and the last x of all data: a chart with them can be zoomed. */
  readonly span?: Range | undefined;
  readonly curves: Curves;
  /** What the lines are at the step nearest to x; without it the crosshair reads the nearest row of the curves. */
  readonly read?: (x: number) => Reading | undefined;
  readonly series: readonly LineSeries[];
  readonly height?: number;
  readonly isLog?: boolean;
  /** What is not above zero lies at the left end. */
  readonly isLogX?: boolean;
  /** The whole x axis, where the data do not fill it yet; else from the curves. */
  readonly xRange?: Range | undefined;
  /** A fixed domain, as for shares; else from the curves. */
  readonly yRange?: readonly [number, number];
  /** What the domain must contain, in place of the curves. Values beyond it are marked at the edge. */
  readonly yData?: readonly [number, number] | undefined;
  /** Space for the end labels, px; 0: there are none. */
  readonly gutter?: number;
  readonly formatX: (x: number) => string;
  readonly formatY: (y: number) => string;
  /** The format of the ticks, when a value's own format is too long or too short for them. */
  readonly formatXTick?: (x: number, largest: number) => string;
  readonly formatYTick?: (y: number, largest: number) => string;
  readonly xWords: string;
  /** The axis counts steps or examples: no ticks between them. */
  readonly isXCounted?: boolean;
  readonly emptyWords?: string | undefined;
  readonly marks?: readonly ChartMark[];
  readonly gaps?: readonly ChartGap[];
  readonly levels?: readonly ChartLevel[];
}

interface PictureProps extends ChartProps {
  /** Otherwise it keeps its last domain. */
  readonly isDrawn: boolean;
}

/** Out of view the picture stays as it was; the panel's text continues. */
export function LineChart(props: ChartProps) {
  const isDrawn = useIsOnScreen();
  return <Drawing {...props} isDrawn={isDrawn} />;
}

const Drawing = memo(Picture, (_, { isDrawn }) => !isDrawn);

function Picture(chart: PictureProps) {
  const {
    name = t`Chart`,
    words: said,
    textPx = usualTextPx,
    span,
    curves,
    height: leastHeight = 240,
  } = chart;
  const { isLogX = false, gutter = 80, formatY } = chart;
  const { emptyWords = t`This device has seen no step yet: the curve begins with the next one.` } = chart;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame, { width: 480, height: leastHeight });
  const ownGroup = useId();
  const { group = ownGroup } = chart;
  const zoom = useZoom(group);
  const plot = usePlot(chart, width, height, zoom);
  const { x, left, right, top, bottom, ends } = plot;
  const isEmpty = curves.length === 0;
  const { handlers, drag } = useGestures({
    group,
    span,
    left,
    right,
    low: x.low,
    high: x.high,
    placing: isLogX ? logPlacing(...(span ?? [x.low, x.high])) : undefined,
  });
  return (
    <div
      ref={frame}
      className={`${css.frame} ${span ? css.zoomable : ''}`}
      style={{ '--least-height': `${leastHeight}px` } as CSSProperties}
      role="group"
      translate="no" // a translator's elements break drawn text
      tabIndex={isEmpty ? undefined : 0}
      aria-label={`${name}: ${span ? t`arrow keys move the crosshair, plus and minus zoom, Shift with arrows moves along, 0 shows all. With a pointer, drag to zoom and double-click to show all.` : t`arrow keys move the crosshair.`}`}
      {...handlers}
    >
      <svg
        className={css.plot}
        width={width}
        height={height}
        {...(said === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': said })}
      >
        <ChartPlot chart={chart} plot={plot} />
        {drag ? <Selection drag={drag} top={top} bottom={bottom} /> : null}
      </svg>
      <Crosshair group={group} chart={chart} plot={plot} width={width} />
      {zoom ? (
        <ShowAll group={group} frame={frame} style={{ right: gutter + 4, bottom: '2.125rem' }} />
      ) : null}
      {isEmpty ? (
        <p className={css.empty} style={textPx > usualTextPx ? { fontSize: textPx } : undefined}>
          {emptyWords}
        </p>
      ) : null}
      {gutter > 0 ? <EndLabels labels={ends} gutter={gutter} formatY={formatY} /> : null}
    </div>
  );
}
