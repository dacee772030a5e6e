// What a chart compares: the distance of two points, as a bracket with its size, and a level that a value must not cross.
import type { Plot } from './chart-plot';
import { textWidth } from './text-width';

/** Upright between two values at one x, or level between two x at one value. */
export interface ChartGap {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly label: string;
  /** Stands there where the chart is too narrow for the label. */
  readonly short?: string;
}

export interface ChartLevel {
  readonly y: number;
  readonly label: string;
}

/** The half of a bracket's end, px. */
const tip = 4;
const beside = 8;

export function ChartGaps({
  gaps,
  plot: { left, right, top, bottom, scale },
  textPx,
}: {
  gaps: readonly ChartGap[];
  plot: Plot;
  textPx: number;
}) {
  return gaps.map(({ from, to, label, short = label }) => {
    const [x1, y1, x2, y2] = [scale.x(from[0]), scale.y(from[1]), scale.x(to[0]), scale.y(to[1])];
    const isUpright = from[0] === to[0];
    const shown = textWidth(label, textPx) + 2 * beside > right - left ? short : label;
    const width = textWidth(shown, textPx) + 2 * beside;
    const middle = isUpright ? x1 - beside - width / 2 : (x1 + x2) / 2;
    const at = Math.min(right - width / 2, Math.max(left + width / 2, middle));
    const above = (isUpright ? Math.min(y1, y2) : y1) - 1.5 * textPx;
    const line = Math.max(top + textPx, Math.min(bottom - textPx, above));
    return (
      <g key={label}>
        <path
          d={
            isUpright
              ? `M${x1 - tip} ${y1}h${2 * tip}M${x1} ${y1}V${y2}M${x1 - tip} ${y2}h${2 * tip}`
              : `M${x1} ${y1 - tip}v${2 * tip}M${x1} ${y1}H${x2}M${x2} ${y1 - tip}v${2 * tip}`
          }
          fill="none"
          stroke="var(--ink)"
          strokeWidth={Math.max(2, textPx / 7)}
        />
        <rect
          x={at - width / 2}
          y={line - 1.1 * textPx}
          width={width}
          height={1.6 * textPx}
          rx="4"
          fill="var(--surface)"
          stroke="var(--ink)"
        />
        <text x={at} y={line} textAnchor="middle" fontSize={textPx} fontWeight="600" fill="var(--ink)">
          {shown}
        </text>
      </g>
    );
  });
}

export function ChartLevels({
  levels,
  plot: { left, right, scale },
  textPx,
}: {
  levels: readonly ChartLevel[];
  plot: Plot;
  textPx: number;
}) {
  return levels.map(({ y, label }) => (
    <g key={label}>
      <path
        d={`M${left} ${scale.y(y)}H${right}`}
        stroke="var(--ink)"
        strokeDasharray="6 4"
        strokeWidth="1.5"
      />
      <text x={right} y={scale.y(y) - 5} textAnchor="end" fontSize={textPx} fill="var(--ink)">
        {label}
      </text>
    </g>
  ));
}
