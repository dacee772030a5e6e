// One moment of a sum without words, for pictures that share a clock of their own: the words stand beside it.
import { useEffect, useEffectEvent } from 'react';
import { pictureWords } from './phase-sentences';
import type { SumPlay } from './sum-play';
import { useSumCanvas } from './use-sum-canvas';
import place from './sum-canvas.module.css';
import css from './sum-figure.module.css';

export function SumMoment({ play, ms }: { readonly play: SumPlay; readonly ms: number }) {
  const { stage, canvas, draw, drawn } = useSumCanvas(pictureWords, { textPx: 0 });
  const paint = useEffectEvent(() => draw(play, ms));
  useEffect(() => paint(), [play, ms, drawn]);
  return (
    <div ref={stage} className={css.moment} translate="no">
      <canvas ref={canvas} className={place.canvas} aria-hidden="true" />
    </div>
  );
}
