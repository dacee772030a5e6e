// A picture of what a model has learned: the boundary between two classes, amounts beside the true ones, digits as
// it reads them, or a text as it writes it.
// The same on the dashboard, a wall and a phone; sizes are in em, so that the place says how large it is.
import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Sample } from '../../../src/replica/protocol';
import { amountViewWords } from '../../bridge/words/amount-words';
import { formatCount, formatPercent } from '../../bridge/words/format';
import { pageFrames } from '../../ui/paced-frames';
import { useSize } from '../../ui/use-size';
import { useTheme } from '../../ui/use-theme';
import { AmountPicture } from './amount-picture';
import { drawBoundary, drawDigit } from './draw-sample';
import css from './model-picture.module.css';

type Plane = Extract<Sample, { kind: 'boundary' }>;
type Images = Extract<Sample, { kind: 'digits' }>;

export function ModelPicture({ sample }: { sample: Sample }) {
  switch (sample.kind) {
    case 'boundary':
      return <Boundary sample={sample} />;
    case 'digits':
      return <Digits sample={sample} />;
    case 'amounts':
      return <AmountPicture view={sample} hasChoice={false} />;
    case 'text':
      return <WrittenText prompt={sample.prompt} continuation={sample.continuation} />;
    default:
      return sample satisfies never;
  }
}

const bendMs = 1_200;
const firstSize = { width: 320, height: 320 };
const mostPx = 960;

export function Boundary({ sample }: { sample: Plane }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width } = useSize(canvas, firstSize);
  useBending(canvas, sample, width);
  return <canvas ref={canvas} className={css.boundary} role="img" aria-label={sampleWords(sample)} />;
}

/** Draws the plane; a newer one grows out of the one before, in a second and a bit. */
function useBending(canvas: RefObject<HTMLCanvasElement | null>, sample: Plane, width: number): void {
  const drawn = useRef<Float32Array>(undefined);
  const theme = useTheme();
  // The layout effect draws before the browser paints: a canvas of another size is empty.
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // The canvas has as many px as the screen shows: a processor that draws pays for each.
    const px = Math.min(mostPx, Math.round(width * Math.min(2, devicePixelRatio)));
    if (element.width !== px) element.width = element.height = px;
    const { probability: to } = sample;
    const from = drawn.current;
    const draw = (probability: Float32Array): void => {
      drawn.current = probability;
      drawBoundary(element, { ...sample, probability });
    };
    const isStill = pageFrames.isSlow || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isStill || from === to || from?.length !== to.length) return draw(to);
    const beganMs = performance.now();
    const next = (): void => {
      const share = Math.min(1, (performance.now() - beganMs) / bendMs);
      const eased = share * share * (3 - 2 * share);
      draw(share === 1 ? to : to.map((chance, at) => from[at] + (chance - from[at]) * eased));
      if (share < 1) pageFrames.ask(next);
    };
    next();
    return () => pageFrames.forget(next);
  }, [canvas, sample, theme, width]);
}

export function Digits({ sample }: { sample: Images }) {
  return (
    <ul className={css.digits}>
      {Array.from(sample.labels, (label, index) => (
        <Digit key={index} sample={sample} index={index} label={label} />
      ))}
    </ul>
  );
}

function Digit({ sample, index, label }: { sample: Images; index: number; label: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawDigit(canvas.current, sample, index);
  }, [sample, index]);
  const predicted = sample.predicted[index];
  const isRight = predicted === label;
  return (
    <li className={`${css.digit} ${isRight ? '' : css.wrong}`}>
      <canvas
        ref={canvas}
        width={sample.side}
        height={sample.side}
        role="img"
        aria-label={t`A handwritten ${label}`}
      />
      <span>{isRight ? `${predicted} ✓` : `${predicted} ✗ ${label}`}</span>
      <span className={css.sure}>{formatPercent(sample.confidence[index], 0)}</span>
    </li>
  );
}

/** Characters a second: as fast as one reads. */
const charactersPerS = 30;

/** The continuation appears as one would write it. */
function WrittenText({ prompt, continuation }: { prompt: string; continuation: string }) {
  const [written, setWritten] = useState(0);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setWritten(Infinity);
    setWritten(0);
    const timer = setInterval(
      () => setWritten((count) => (count < continuation.length ? count + 3 : Infinity)),
      3_000 / charactersPerS,
    );
    return () => clearInterval(timer);
  }, [continuation]);
  return (
    <p className={css.written} translate="no">
      <span className="visually-hidden">{prompt + continuation}</span>
      <span aria-hidden="true">
        <span className={css.prompt}>{prompt}</span>
        {continuation.slice(0, written)}
        <span className={written < continuation.length ? css.caret : css.rest} />
        <span className={css.unwritten}>{continuation.slice(written)}</span>
      </span>
    </p>
  );
}

export function sampleWords(sample: Sample): string {
  switch (sample.kind) {
    case 'digits':
      return t`${{ right: formatCount(rightOf(sample)) }} of ${{ length: formatCount(sample.labels.length) }} held-out examples read right.`;
    case 'boundary':
      return t`The line between the two classes: ${{ right: formatCount(rightOf(sample)) }} of ${{ length: formatCount(sample.labels.length) }} points lie on their own side.`;
    case 'amounts':
      return amountViewWords(sample);
    case 'text':
      return t`A prompt it has not read, and how the model goes on, one token at a time.`;
    default:
      return sample satisfies never;
  }
}

/** How many of the examples the model gets right. */
export function rightOf(sample: Plane | Images): number {
  const given = (i: number): number => (sample.kind === 'digits' ? sample.predicted[i] : sideOf(sample, i));
  return sample.labels.reduce((sum, label, i) => sum + (given(i) === label ? 1 : 0), 0);
}

/** The class of the grid cell under point `i`. */
export function sideOf(sample: Plane, i: number): number {
  const { side, extent } = sample;
  const cell = (value: number): number =>
    Math.min(side - 1, Math.max(0, Math.floor(((value + extent) / (2 * extent)) * side)));
  const column = cell(sample.points[2 * i]);
  const row = side - 1 - cell(sample.points[2 * i + 1]);
  return sample.probability[row * side + column] >= 0.5 ? 1 : 0;
}
