// A pen on the sheet of ink.ts that keys move: arrows by some pixels, space puts it down and lifts it. Pure.
import { sheetSide } from './ink';

export type Point = readonly [x: number, y: number];

export interface Pen {
  readonly at: Point;
  readonly isDown: boolean;
}

/** The pixels of the sheet for one press of an arrow key. */
const keyStep = 4;
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

/** The pen after a key, and where it drew a line; 'clear': the sheet shall be empty; undefined: another key. */
export function penAfter(
  pen: Pen | undefined,
  key: string,
): { readonly pen: Pen; readonly line?: readonly [from: Point, to: Point] } | 'clear' | undefined {
  const { at, isDown } = pen ?? { at: [sheetSide / 2, sheetSide / 2], isDown: false };
  const by = directions[key];
  if (by) {
    const to = [within(at[0] + by[0]), within(at[1] + by[1])] as const;
    return { pen: { at: to, isDown }, ...(isDown && { line: [at, to] as const }) };
  }
  if (key === ' ') return { pen: { at, isDown: !isDown }, ...(!isDown && { line: [at, at] as const }) };
  return key === 'Delete' || key === 'Backspace' ? 'clear' : undefined;
}

function within(value: number): number {
  return Math.min(sheetSide, Math.max(0, value));
}

/** Draws where the pen is, on a canvas of the whole sheet. */
export function drawPen(context: CanvasRenderingContext2D, { at, isDown }: Pen): void {
  const scale = context.canvas.width / sheetSide;
  context.strokeStyle = isDown ? '#d55e00' : '#0072b2';
  context.lineWidth = 1.5 * scale;
  context.beginPath();
  context.arc(at[0] * scale, at[1] * scale, 4.5 * scale, 0, 2 * Math.PI);
  context.stroke();
}
