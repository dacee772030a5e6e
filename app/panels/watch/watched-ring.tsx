// The ring for those who only watch: places by rank and never by name, and the rates that its reporting member measures.
import { t } from '@lingui/core/macro';
import { useRef, type CSSProperties } from 'react';
import type { RingView } from '../../../src/replica/ring-view';
import { headcount } from '../../bridge/words/participants';
import { ringWords } from '../../bridge/words/watch-words';
import { useSize } from '../../ui/use-size';
import { EdgeArc, EdgeInLegend } from '../ring/ring-edge';
import { circleWithin, lineUnit } from '../ring/ring-geometry';
import { Headcount, Place } from '../ring/ring-place';
import css from './watch.module.css';

interface Props {
  readonly view: RingView;
  /** The size of labels; ranks are left out where they do not fit. */
  readonly textPx: number;
  /** The picture alone, where other words stand beside it. */
  readonly isBare?: boolean;
}

export function WatchedRing({ view, textPx, isBare = false }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame, { width: 320, height: 320 });
  const { ring, edges, path } = view;
  const count = ring.length;
  const isAlone = count === 1;
  const circle = circleWithin(width, height, count);
  const isMeasured = (index: number): boolean => (edges[index] ?? null) !== null;
  const kinds = [true, false].filter((kind) => ring.some((_, index) => isMeasured(index) === kind));
  const hasRanks = circle.node >= textPx * 0.75;
  const heads = headcount(view);
  return (
    <div className={css.withWords}>
      <div ref={frame} translate="no" className={css.picture}>
        <svg
          className={css.plot}
          style={{ '--unit': lineUnit(circle) } as CSSProperties}
          width={width}
          height={height}
          role="img"
          aria-label={
            isAlone
              ? t`One replica, by itself: it sums with nobody.`
              : t`A ring of ${count}, taking part: ${heads}`
          }
        >
          {isAlone
            ? null
            : ring.map((_, index) => (
                <EdgeArc
                  key={index}
                  {...circle}
                  index={index}
                  count={count}
                  isWide={isMeasured(index)}
                  kind={isMeasured(index) ? 'measured' : 'usual'}
                />
              ))}
          {ring.map(({ rank, state }, index) => (
            <Place
              key={index}
              {...circle}
              index={index}
              count={count}
              state={state}
              rank={hasRanks ? rank : undefined}
              rankSize={Math.max(textPx, circle.node * 0.8)}
            />
          ))}
          {isAlone ? null : (
            <Headcount
              {...{ x: circle.x, y: circle.y, heads }}
              size={Math.max(textPx, circle.radius * Math.min(0.6, 1.8 / heads.length))}
            />
          )}
        </svg>
      </div>
      {isAlone || isBare ? null : (
        <ul className={css.legend}>
          {path ? (
            <li>
              {path === 'ring' || count === 2
                ? t`Arrows: the way of the sums`
                : t`Arrows: the order of the ring. The last sums went another way.`}
            </li>
          ) : null}
          {(kinds[0] ? kinds : []).map((measured) => (
            <EdgeInLegend key={String(measured)} kind={measured ? 'measured' : 'usual'} isWide={measured}>
              {measured ? t`measured link` : t`not measured`}
            </EdgeInLegend>
          ))}
        </ul>
      )}
      {isBare ? null : <p className={css.words}>{ringWords(view)}</p>}
    </div>
  );
}
