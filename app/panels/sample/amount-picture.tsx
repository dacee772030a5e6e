// The picture of a model of amounts: what it predicts against what is true; of one or two inputs also its line or surface.
import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AmountView } from '../../../src/replica/amount-view';
import { amountViewWords } from '../../bridge/words/amount-words';
import { formatValue } from '../../bridge/words/format';
import { Segments } from '../../ui/field';
import type { TableView } from '../../ui/table-view';
import { useSize } from '../../ui/use-size';
import { useTheme } from '../../ui/use-theme';
import { drawAgainst, drawGround } from './draw-amounts';
import css from './model-picture.module.css';

const firstSize = { width: 320, height: 320 };
const mostPx = 960;
const tableRows = 100;

type Shown = 'against' | 'ground';

/** `hasChoice`: a person may turn to the line or the surface. */
export function AmountPicture({ view, hasChoice = true }: { view: AmountView; hasChoice?: boolean }) {
  const [chosen, setChosen] = useState<Shown>('against');
  const { ground } = view;
  const shown = ground && hasChoice ? chosen : 'against';
  return (
    <div className={css.amounts}>
      {ground && hasChoice ? (
        <Segments<Shown>
          label={t`Picture`}
          value={shown}
          options={[
            ['against', t`Predicted against true`],
            ['ground', ground.kind === 'line' ? t`Line` : t`Surface`],
          ]}
          onChange={setChosen}
        />
      ) : null}
      <Drawing view={view} shown={shown} />
    </div>
  );
}

function Drawing({ view, shown }: { view: AmountView; shown: Shown }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width } = useSize(canvas, firstSize);
  const theme = useTheme();
  // The layout effect draws before the browser paints: a canvas of another size is empty.
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const px = Math.min(mostPx, Math.round(width * Math.min(2, devicePixelRatio)));
    if (element.width !== px) element.width = element.height = px;
    (shown === 'ground' ? drawGround : drawAgainst)(element, view);
  }, [view, shown, theme, width]);
  return (
    <canvas
      ref={canvas}
      className={css.boundary}
      role="img"
      aria-label={shown === 'against' ? amountViewWords(view) : groundWords(view)}
    />
  );
}

function groundWords({ ground }: AmountView): string {
  if (ground?.kind === 'line')
    return t`What is predicted for each value of ${{ input: ground.name }}, beside held-out examples.`;
  const [x, y] = ground?.names ?? ['', ''];
  return t`What is predicted for each ${x} and ${y}, beside held-out examples.`;
}

export function amountTable({ actual, predicted, figures: [first] }: AmountView): TableView {
  const beside = first.unit === '' ? '' : ` (${first.unit})`;
  return {
    columns: [t`Example`, `${t`True`}${beside}`, `${t`Predicted`}${beside}`, `${t`Off by`}${beside}`],
    rows: Array.from(actual.subarray(0, tableRows), (amount, i) => [
      String(i + 1),
      formatValue(amount),
      formatValue(predicted[i]),
      formatValue(predicted[i] - amount),
    ]),
  };
}
