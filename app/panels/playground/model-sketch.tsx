// A small drawing of a model's task: digits as if by hand, points on both sides of a border, or the falling loss of a run. The
// words beside it say the same, so that readers of the page's text skip it.
import type { ReactNode } from 'react';
import css from './playground.module.css';

export type Sketch = 'digits' | 'moons' | 'run';

const digits = [
  'M8 14C8 2 30 2 30 15C30 26 12 32 8 44H32',
  'M8 8H32L16 44',
  'M9 10C15 2 31 4 30 14C29 22 21 23 17 23C23 23 32 26 31 34C30 46 13 46 8 38',
];

/** Points along a half circle, a little off it, as data is. */
const moon = (x: number, y: number, radius: number): readonly (readonly [x: number, y: number])[] =>
  Array.from({ length: 15 }, (_, index) => {
    const angle = (Math.PI * index) / 14;
    const off = ((index * 7) % 5) - 2;
    return [x + (radius + off) * Math.cos(angle), y - (radius + off) * Math.sin(angle)];
  });

/** The border between the two moons. */
const border = 'M0 20C30 18 44 24 58 48S78 74 88 74S100 62 106 46S114 24 122 24S136 40 142 54S160 80 220 84';

const pictures: Readonly<Record<Sketch, () => ReactNode>> = {
  digits: () =>
    digits.map((path, index) => (
      <g key={path} transform={`translate(${16 + 64 * index} 14)`}>
        <rect width="56" height="72" rx="6" className={css.sheet} />
        <path d={path} transform="translate(8 11)" className={css.stroke} />
      </g>
    )),
  moons: () => (
    <>
      <path d={`${border}V0H0Z`} className={css.sideA} />
      <path d={`${border}V100H0Z`} className={css.sideB} />
      {moon(128, 62, 42).map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="3.5" className={css.pointA} />
      ))}
      {moon(80, 38, 42).map(([x, y]) => (
        <circle key={x} cx={x} cy={76 - y} r="3.5" className={css.pointB} />
      ))}
    </>
  ),
  run: () => (
    <>
      <path d="M20 10V86H204" className={css.axis} />
      <path d="M24 16C46 70 70 64 92 70S140 78 200 80" className={css.curve} />
    </>
  ),
};

export function ModelSketch({ of }: { readonly of: Sketch }) {
  return (
    <svg viewBox="0 0 220 100" className={css.sketch} aria-hidden="true">
      {pictures[of]()}
    </svg>
  );
}
