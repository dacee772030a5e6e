// A line of the legend: it explains an edge that is slow, broken or relayed.
import type { ReactNode } from 'react';
import type { Edge } from './ring-edges';
import css from './ring-picture.module.css';

interface Props {
  kind: Edge['kind'];
  isRelayed?: boolean;
  children: ReactNode;
}

export function EdgeInLegend({ kind, isRelayed = false, children }: Props) {
  return (
    <li>
      <svg width="2em" height="0.5em" viewBox="0 0 32 8" aria-hidden="true">
        <path
          className={`${css.edge} ${css[kind] ?? ''} ${isRelayed ? css.relayed : ''}`}
          d="M1 4H31"
          strokeWidth={2.75}
        />
      </svg>
      {children}
    </li>
  );
}
