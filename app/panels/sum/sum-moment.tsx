// One moment of a sum, for pictures that share a clock of their own. Words beside it say the same.
import { useEffect, useEffectEvent } from 'react';
import type { DrawnWay } from './paint-column';
import type { SumPlay } from './sum-play';
import { useSumCanvas } from './use-sum-canvas';
import css from './sum-figure.module.css';

const noWays: readonly DrawnWay[] = [];

export function SumMoment({ play, ms }: { readonly play: SumPlay; readonly ms: number }) {
  const { stage, canvas, draw, drawn } = useSumCanvas(noWays, 12);
  const paint = useEffectEvent(() => draw(play, ms));
  useEffect(() => paint(), [play, ms, drawn]);
  return (
    <div ref={stage} className={css.moment} translate="no">
      <canvas ref={canvas} className={css.canvas} aria-hidden="true" />
    </div>
  );
}
