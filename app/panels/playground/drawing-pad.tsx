// A sheet to draw on by mouse, by touch, or by keyboard: arrow keys move the pen, space puts it down and lifts it.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { emptySheet, sheetSide, withStroke } from '../../ui/ink';
import { drawPen, penAfter, type Pen, type Point } from '../../ui/pen';
import { useTheme } from '../../ui/use-theme';
import css from './playground.module.css';

export function DrawingPad({ ink, onInk }: { ink: Float32Array; onInk: (ink: Float32Array) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef(ink);
  const last = useRef<Point>(undefined);
  const [pen, setPen] = useState<Pen>();
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
    const after = penAfter(pen, event.key);
    if (!after) return;
    event.preventDefault();
    if (after === 'clear') {
      drawn.current = emptySheet();
      onInk(drawn.current);
      return;
    }
    if (after.line) stroke(...after.line);
    setPen(after.pen);
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

/** Ink is black on white in every theme, as in the data. */
function draw(canvas: HTMLCanvasElement, ink: Float32Array, pen: Pen | undefined): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = new ImageData(sheetSide, sheetSide);
  for (let i = 0; i < ink.length; i++)
    image.data.set([...Array<number>(3).fill(Math.round(255 * (1 - ink[i]))), 255], 4 * i);
  const small = new OffscreenCanvas(sheetSide, sheetSide);
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  if (pen) drawPen(context, pen);
}
