// The app's sheet to draw on: by pointer, or by keys as in the playground.
import { emptySheet, sheetSide, withStroke } from '../ui/ink';
import { drawPen, penAfter, type Pen, type Point } from '../ui/pen';
import type { AppWords } from './app-words';
import { button, element } from './element';

/** `read`: what becomes of the ink; undefined: the sheet is empty. */
export function drawPart(words: AppWords, read: (ink: Float32Array) => Promise<void>): HTMLElement {
  let ink = emptySheet();
  let last: Point | undefined;
  let pen: Pen | undefined;
  let isReading = false;
  let isNewer = false;
  const canvas = element('canvas', {
    class: 'pad',
    width: String(sheetSide),
    height: String(sheetSide),
    'aria-label': words.sheet,
    role: 'application',
    tabindex: '0',
  });
  const draw = (): void => {
    const image = new ImageData(sheetSide, sheetSide);
    for (let at = 0; at < ink.length; at++)
      image.data.set([...Array<number>(3).fill(Math.round(255 * (1 - ink[at]))), 255], 4 * at);
    const context = canvas.getContext('2d');
    context?.putImageData(image, 0, 0);
    if (context && pen) drawPen(context, pen);
  };
  /** Answers one drawing after the other, and always the newest last. */
  const ask = async (): Promise<void> => {
    isNewer = true;
    if (isReading) return;
    isReading = true;
    while (isNewer) {
      isNewer = false;
      await read(ink);
    }
    isReading = false;
  };
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return [((clientX - box.left) / box.width) * sheetSide, ((clientY - box.top) / box.height) * sheetSide];
  };
  const onPointer = (event: PointerEvent): void => {
    if (event.type === 'pointerdown') {
      canvas.setPointerCapture(event.pointerId);
      pen = undefined;
      last = pointOf(event);
    }
    if (!last) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const one of passed.length > 0 ? passed : [event]) {
      const to = pointOf(one);
      ink = withStroke(ink, last, to);
      last = to;
    }
    draw();
    void ask();
  };
  canvas.addEventListener('pointerdown', onPointer);
  canvas.addEventListener('pointermove', onPointer);
  const clearSheet = (): void => {
    ink = emptySheet();
    draw();
  };
  canvas.addEventListener('keydown', (event) => {
    const after = penAfter(pen, event.key);
    if (!after) return;
    event.preventDefault();
    if (after === 'clear') return clearSheet();
    ({ pen } = after);
    if (after.line) ink = withStroke(ink, ...after.line);
    draw();
    if (after.line) void ask();
  });
  canvas.addEventListener('blur', () => {
    pen = undefined;
    draw();
  });
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => (last = undefined));
  draw();
  const clear = button(words.clear, clearSheet);
  return element(
    'div',
    { class: 'part' },
    element('p', { class: 'quiet' }, words.draw),
    canvas,
    element('div', { class: 'row' }, clear),
  );
}
