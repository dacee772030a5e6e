// A small drawing of each lesson's idea, for its story and for the list of lessons. The words beside it say the same, so that
// readers of the page's text skip it. Chunks have their owner's colour, as in the picture of the sum.
import type { ReactNode } from 'react';
import type { LessonId } from '../core/lesson';
import css from './lesson-picture.module.css';

const owners = ['owner-0', 'owner-1', 'owner-2', 'owner-3'] as const;

/** A tab: a box with a column for each chunk, filled up to a share. */
function Tab({ x, y, fill = 1, isGone = false }: { x: number; y: number; fill?: number; isGone?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`} className={isGone ? css.gone : undefined}>
      <rect width="64" height="44" rx="6" className={css.box} />
      {owners.map((owner, index) => (
        <g key={owner}>
          <rect x={8 + 13 * index} y="8" width="9" height="28" rx="2" className={css.track} />
          <rect
            x={8 + 13 * index}
            y={8 + 28 * (1 - fill)}
            width="9"
            height={28 * fill}
            rx="2"
            fill={`var(--${owner})`}
          />
        </g>
      ))}
    </g>
  );
}

/** Examples, as dots in rows. */
function Dots({
  x,
  y,
  count,
  colour,
  columns = 4,
}: Record<'x' | 'y' | 'count', number> & { colour: string; columns?: number }) {
  return Array.from({ length: count }, (_, index) => (
    <circle
      key={index}
      cx={x + 11 * (index % columns)}
      cy={y + 11 * Math.floor(index / columns)}
      r="4"
      fill={`var(--${colour})`}
    />
  ));
}

const valley = 'M10 20C60 20 70 130 160 130S260 20 310 20';

/** The foot of a path of steps into a valley. */
function Walk({ points, colour }: { points: readonly (readonly [number, number])[]; colour: string }) {
  return (
    <>
      <path
        d={`M${points.map((point) => point.join(' ')).join('L')}`}
        className={css.path}
        stroke={`var(--${colour})`}
      />
      {points.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="4" fill={`var(--${colour})`} />
      ))}
    </>
  );
}

const pictures: Readonly<Record<LessonId, () => ReactNode>> = {
  'how-a-sum-travels': () => (
    <>
      <circle cx="160" cy="80" r="54" className={css.ring} />
      <Tab x={128} y={2} fill={0.25} />
      <Tab x={210} y={58} fill={0.5} />
      <Tab x={128} y={114} fill={0.75} />
      <Tab x={46} y={58} fill={1} />
    </>
  ),
  'one-model': () => (
    <>
      {owners.map((colour, index) => (
        <g key={colour} transform={`translate(${16 + 70 * (index % 2)} ${18 + 66 * (index >> 1)})`}>
          <rect width="60" height="52" rx="6" className={css.box} />
          <Dots x={13} y={20} count={8} colour={colour} />
        </g>
      ))}
      <text x="176" y="86" className={css.sign}>
        =
      </text>
      <rect x="206" y="18" width="98" height="118" rx="6" className={css.box} />
      {owners.map((colour, index) => (
        <Dots key={colour} x={217} y={38 + 24 * index} count={8} colour={colour} columns={8} />
      ))}
    </>
  ),
  'effective-batch': () => (
    <>
      <path d={valley} className={css.ground} />
      <Walk
        colour="vermillion"
        points={[
          [30, 22],
          [52, 42],
          [72, 70],
          [94, 98],
          [124, 121],
          [152, 130],
        ]}
      />
      <Walk
        colour="blue"
        points={[
          [300, 22],
          [262, 62],
          [205, 118],
        ]}
      />
    </>
  ),
  'communication-wall': () => (
    <>
      <Tab x={10} y={40} />
      <Tab x={246} y={40} />
      <path d="M74 56H246M74 68H246" className={css.ring} />
      {[0, 1, 2].map((index) => (
        <rect key={index} x={112 + 40 * index} y="58" width="22" height="8" rx="2" fill="var(--amber)" />
      ))}
      <rect x="10" y="112" width="60" height="18" fill="var(--blue)" />
      <rect x="70" y="112" width="240" height="18" fill="var(--vermillion)" />
    </>
  ),
  'fuse-and-overlap': () => (
    <>
      {Array.from({ length: 6 }, (_, index) => (
        <g key={index}>
          <rect x={10 + 26 * index} y="24" width="22" height="20" fill="var(--blue)" />
          <rect x={170 + 24 * index} y="24" width="14" height="20" fill="var(--vermillion)" />
        </g>
      ))}
      <path d="M10 76H310" className={css.ground} />
      {Array.from({ length: 6 }, (_, index) => (
        <rect key={index} x={10 + 26 * index} y="92" width="22" height="20" fill="var(--blue)" />
      ))}
      <rect x="62" y="118" width="50" height="20" fill="var(--green)" />
      <rect x="116" y="118" width="50" height="20" fill="var(--green)" />
      <rect x="170" y="118" width="30" height="20" fill="var(--vermillion)" />
    </>
  ),
  'fewer-bytes': () => (
    <>
      {Array.from({ length: 4 }, (_, index) => (
        <g key={index}>
          {owners.map((_, byte) => (
            <rect
              key={byte}
              x={14 + 30 * byte}
              y={14 + 34 * index}
              width="26"
              height="26"
              rx="3"
              fill={`var(--${owners[index]})`}
            />
          ))}
          <rect x="246" y={14 + 34 * index} width="26" height="26" rx="3" fill={`var(--${owners[index]})`} />
        </g>
      ))}
      <path d="M150 80H222M208 68L222 80L208 92" className={css.arrow} />
    </>
  ),
  'talk-less': () => (
    <>
      <path d="M20 80C80 10 120 10 160 80C200 10 240 10 300 80" className={css.path} stroke="var(--blue)" />
      <path d="M20 80C80 66 120 66 160 80C200 66 240 66 300 80" className={css.path} stroke="var(--amber)" />
      <path
        d="M20 80C80 150 120 150 160 80C200 150 240 150 300 80"
        className={css.path}
        stroke="var(--green)"
      />
      {[20, 160, 300].map((x) => (
        <circle key={x} cx={x} cy="80" r="8" className={css.meet} />
      ))}
    </>
  ),
  'peer-dies': () => (
    <>
      <circle cx="160" cy="80" r="54" className={css.ring} />
      <Tab x={128} y={2} />
      <Tab x={210} y={58} isGone />
      <Tab x={128} y={114} />
      <Tab x={46} y={58} />
      <path d="M214 62L270 98M270 62L214 98" className={css.cross} />
    </>
  ),
  'when-it-stops': () => (
    <>
      {[
        ['blue', 250],
        ['vermillion', 130],
        ['green', 196],
      ].map(([colour, width], index) => (
        <g key={colour}>
          <rect x="10" y={22 + 44 * index} width="300" height="26" className={css.track} />
          <rect x="10" y={22 + 44 * index} width={width} height="26" fill={`var(--${colour})`} />
        </g>
      ))}
      <path d="M220 8V150" className={css.limit} />
    </>
  ),
};

export function LessonPicture({ id }: { id: LessonId }) {
  return (
    <svg viewBox="0 0 320 160" className={css.picture} aria-hidden="true">
      {pictures[id]()}
    </svg>
  );
}
