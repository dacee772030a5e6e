// The way from one place of the ring's picture to the next: an arc with an arrowhead, and what it is in a legend. It is drawn
// again when it changes, which a step does not.
import { memo, type ReactNode } from 'react';
import type { Edge } from './ring-edges';
import { angleOf, arcPath, arrowLength, arrowScale, lineUnit, pointAt, type Circle } from './ring-geometry';
import css from './ring-picture.module.css';

/** 'measured': a wall knows the rate of its link, and marks it. */
type EdgeKind = Edge['kind'] | 'measured';

interface Props extends Circle {
  readonly index: number;
  readonly count: number;
  readonly kind: EdgeKind;
  readonly isRelayed?: boolean;
  readonly isWide: boolean;
}

export const EdgeArc = memo(function EdgeArc({
  index,
  count,
  kind,
  isRelayed = false,
  isWide,
  ...circle
}: Props) {
  const { radius, node, unit } = circle;
  const free = (2 * Math.PI * radius) / count - 2 * node;
  const usual = arrowScale(index, count);
  const scale = Math.min(unit * usual, free / arrowLength);
  const gap = (node + (usual === 1 ? 5 : 2)) / radius;
  const from = angleOf(index, count) + gap;
  const end = angleOf(index + 1, count) - gap + 0.01;
  const tip = pointAt(end, radius, circle);
  const turn = ((end - (arrowLength * scale) / (2 * radius)) * 180) / Math.PI;
  return (
    <g className={css.joined}>
      <path
        className={`${css.edge} ${css[kind] ?? ''} ${isRelayed ? css.relayed : ''}`}
        d={arcPath(from, Math.max(from, end - 0.05 * scale), radius, circle)}
        strokeWidth={lineUnit(circle) * (isWide ? 2.75 : 1.5)}
      />
      <path
        className={css.head}
        d="M0 0L-8 -4.5L-8 4.5Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${turn}) scale(${scale})`}
      />
    </g>
  );
});

interface EdgeInLegendProps {
  kind: EdgeKind;
  isRelayed?: boolean;
  isWide?: boolean;
  children: ReactNode;
}

/** A line of the legend, as long as its text is high on a wall. */
export function EdgeInLegend({ kind, isRelayed = false, isWide = true, children }: EdgeInLegendProps) {
  return (
    <li>
      <svg width="2em" height="0.5em" viewBox="0 0 32 8" aria-hidden="true">
        <path
          className={`${css.edge} ${css[kind] ?? ''} ${isRelayed ? css.relayed : ''}`}
          d="M1 4H31"
          strokeWidth={isWide ? 2.75 : 1.5}
        />
      </svg>
      {children}
    </li>
  );
}
