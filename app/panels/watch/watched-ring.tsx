// The places around a watched ring, by rank and never by name, and the rates that its reporting member measures.
import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import type { RingView } from '../../../src/replica/ring-view';
import { headcount } from '../../bridge/words/participants';
import { ringWords } from '../../bridge/words/watch-words';
import { useSize } from '../../ui/use-size';
import css from './watch.module.css';

/** `textPx`: the size of labels; ranks are left out where they do not fit. */
export function WatchedRing({ picture, textPx }: { picture: RingView; textPx: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame, { width: 320, height: 320 });
  const { ring, edges, path } = picture;
  const count = ring.length;
  const middle = { x: width / 2, y: height / 2 };
  const isAlone = count === 1;
  const outer = Math.max(20, Math.min(width, height) / 2 - 4);
  // Neighbours do not touch, and few of them are no giants.
  const node = Math.min(outer / 5, count > 1 ? (outer * Math.sin(Math.PI / count)) / 1.6 : outer / 5);
  // One replica is no ring: it stands in the middle.
  const radius = isAlone ? 0 : outer - node;
  const at = (place: number, by = radius) => {
    const angle = (2 * Math.PI * place) / Math.max(count, 1);
    return { x: middle.x + by * Math.sin(angle), y: middle.y - by * Math.cos(angle) };
  };
  const isMeasured = (place: number): boolean => (edges[place] ?? null) !== null;
  const kinds = [true, false].filter((kind) => ring.some((_, place) => isMeasured(place) === kind));
  const hasRanks = node >= textPx * 0.75;
  const heads = headcount(picture);
  return (
    <div className={css.withWords}>
      <div ref={frame} translate="no" className={css.picture}>
        <svg
          className={css.plot}
          width={width}
          height={height}
          role="img"
          aria-label={
            isAlone
              ? t`One replica, by itself: it sums with nobody.`
              : t`A ring of ${count}, taking part: ${heads}`
          }
        >
          {count > 1
            ? ring.map((_, place) => {
                if (count === 2)
                  return (
                    <HalfRing
                      key={place}
                      {...{ place, middle, radius, node, textPx }}
                      isMeasured={isMeasured(place)}
                    />
                  );
                const [from, to] = [at(place), at(place + 1)];
                const [dx, dy] = [to.x - from.x, to.y - from.y];
                const length = Math.hypot(dx, dy);
                const free = length - 2 * node;
                // Past the middle.
                const tip = (node + 0.7 * free) / length;
                const way = `rotate(${(180 * Math.atan2(dy, dx)) / Math.PI})`;
                return (
                  <g key={place} className={`${css.edge} ${isMeasured(place) ? css.measured : ''}`}>
                    <line {...{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }} />
                    <path
                      d="M0 0L-2 1V-1Z"
                      transform={`translate(${from.x + tip * dx} ${from.y + tip * dy}) ${way} scale(${Math.min(textPx / 2, free / 4)})`}
                    />
                  </g>
                );
              })
            : null}
          {ring.map(({ rank, state }, place) => {
            const { x, y } = at(place);
            return (
              <g key={place}>
                <circle className={`${css.node} ${css[state]}`} cx={x} cy={y} r={node} />
                {hasRanks ? (
                  <text className={css.rank} x={x} y={y} fontSize={Math.max(textPx, node * 0.8)}>
                    {rank}
                  </text>
                ) : null}
              </g>
            );
          })}
          {isAlone ? null : (
            <text
              className={css.count}
              x={middle.x}
              y={middle.y}
              fontSize={Math.max(textPx, Math.min(outer * 0.5, (outer * 1.5) / heads.length))}
            >
              {heads}
            </text>
          )}
        </svg>
      </div>
      {count > 1 ? (
        <ul className={css.legend}>
          {path ? (
            <li>
              {path === 'ring' || count === 2
                ? t`Arrows: the way of the sums`
                : t`Arrows: the order of the ring. The last sums went another way.`}
            </li>
          ) : null}
          {(kinds[0] ? kinds : []).map((measured) => (
            <li key={String(measured)}>
              <svg
                className={`${css.edge} ${measured ? css.measured : ''}`}
                viewBox="0 0 2 1"
                aria-hidden="true"
              >
                <line x1={0} x2={2} y1={0.5} y2={0.5} />
              </svg>{' '}
              {measured ? t`measured link` : t`not measured`}
            </li>
          ))}
        </ul>
      ) : null}
      <p className={css.words}>{ringWords(picture)}</p>
    </div>
  );
}

/** Each of two replicas sends to the other: an arc there and an arc back, with the number between them. Whatever way
 *  sums take, between two it is this one. */
function HalfRing({
  place,
  middle,
  radius,
  node,
  textPx,
  isMeasured,
}: {
  place: number;
  middle: { readonly x: number; readonly y: number };
  radius: number;
  node: number;
  textPx: number;
  isMeasured: boolean;
}) {
  const gap = 2 * Math.asin(Math.min(1, node / (2 * radius)));
  const at = (turn: number) => {
    const angle = Math.PI * (place + turn);
    return { x: middle.x + radius * Math.sin(angle), y: middle.y - radius * Math.cos(angle) };
  };
  const [from, half, to] = [at(gap / Math.PI), at(0.5), at(1 - gap / Math.PI)];
  return (
    <g className={`${css.edge} ${isMeasured ? css.measured : ''}`}>
      <path className={css.arc} d={`M${from.x} ${from.y}A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`} />
      <path
        d="M1 0L-1 1V-1Z"
        transform={`translate(${half.x} ${half.y}) rotate(${place === 0 ? 90 : -90}) scale(${Math.min(textPx / 2, radius / 6)})`}
      />
    </g>
  );
}
