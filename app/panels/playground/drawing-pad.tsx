// A sheet to draw on by mouse, by touch, or by keyboard: arrow keys move the pen, space puts it down and lifts it.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { emptySheet, sheetSide, withStroke } from '../../ui/ink';
import { useTheme } from '../../ui/use-theme';
import css from './playground.module.css';

type Point = readonly [number, number];

/** The pixels of the sheet for one press of an arrow key. */
const keyStep = 4;
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

export function DrawingPad({ ink, onInk }: { ink: Float32Array; onInk: (ink: Float32Array) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef(ink);
  const last = useRef<Point>(undefined);
  const [pen, setPen] = useState<{ at: Point; isDown: boolean }>();
  const theme = useTheme();
  useEffect(() => {
    drawn.current = ink;
  }, [ink]);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, ink, pen);
  }, [ink, pen, theme]);

  const stroke = (from: Point, to: Point): void => {
    drawn.current = withStroke(drawn.current, from, to);
    onInk(drawn.current);
  };
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = canvas.current!.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * sheetSide, ((clientY - box.top) / box.height) * sheetSide];
  };
  const onPointer = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      setPen(undefined);
      last.current = pointOf(event);
    }
    if (!last.current) return;
    const passed = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const one of passed.length > 0 ? passed : [event.nativeEvent]) {
      const to = pointOf(one);
      stroke(last.current, to);
      last.current = to;
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const { at, isDown } = pen ?? { at: [sheetSide / 2, sheetSide / 2] as const, isDown: false };
    const by = directions[event.key];
    if (by) {
      const to = [clamped(at[0] + by[0]), clamped(at[1] + by[1])] as const;
      if (isDown) stroke(at, to);
      setPen({ at: to, isDown });
    } else if (event.key === ' ') {
      if (!isDown) stroke(at, at);
      setPen({ at, isDown: !isDown });
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      drawn.current = emptySheet();
      onInk(drawn.current);
    } else return;
    event.preventDefault();
  };
  return (
    <canvas
      ref={canvas}
      className={css.pad}
      width={2 * sheetSide}
      height={2 * sheetSide}
      tabIndex={0}
      role="application"
      aria-label={
        pen?.isDown
          ? t`Sheet to draw on. Arrow keys move the pen, space puts it up, delete clears.`
          : t`Sheet to draw on. Arrow keys move the pen, space puts it down, delete clears.`
      }
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerUp={() => (last.current = undefined)}
      onPointerCancel={() => (last.current = undefined)}
      onKeyDown={onKey}
      onBlur={() => setPen(undefined)}
    />
  );
}

function clamped(value: number): number {
  return Math.min(sheetSide, Math.max(0, value));
}

/** Ink is black on white in every theme, as in the data. */
function draw(
  canvas: HTMLCanvasElement,
  ink: Float32Array,
  pen: { at: Point; isDown: boolean } | undefined,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = new ImageData(sheetSide, sheetSide);
  for (let i = 0; i < ink.length; i++)
    image.data.set([...Array<number>(3).fill(Math.round(255 * (1 - ink[i]))), 255], 4 * i);
  const small = new OffscreenCanvas(sheetSide, sheetSide);
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  if (!pen) return;
  const [x, y] = pen.at.map((value) => (value * canvas.width) / sheetSide);
  context.strokeStyle = pen.isDown ? '#d55e00' : '#0072b2';
  context.lineWidth = 3;
  context.beginPath();
  context.arc(x, y, 9, 0, 2 * Math.PI);
  context.stroke();
}
