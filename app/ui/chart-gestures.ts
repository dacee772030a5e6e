// What a person does on a chart. Moving the pointer, or arrow keys, move the crosshair; a drag zooms into what it covers;
// a double click shows all. Keys do all of it without a pointer.
import { useRef, useState, type DOMAttributes, type PointerEvent } from 'react';
import { plainPlacing, type Placing } from './log-span';
import { pointAt, pointerOf, zoomInto } from './chart-view';
import { afterKey, zoomKey, zoomTo, type Range } from './zoom-range';

/** px: shorter is a click. */
const leastDrag = 8;
/** Arrow presses from one end of the plot to the other. */
const arrowSteps = 60;

interface Plot {
  readonly group: string;
  /** The range of all data; undefined: the chart does not zoom. */
  readonly span: Range | undefined;
  /** The edges of the plot in the frame, px. */
  readonly left: number;
  readonly right: number;
  /** x at `left` and at `right`. */
  readonly low: number;
  readonly high: number;
  /** Where an x lies between them; a linear axis without it. */
  readonly placing?: Placing;
}

export function useGestures({ group, span: all, left, right, low, high, placing = plainPlacing }: Plot): {
  readonly handlers: DOMAttributes<HTMLElement>;
  /** The drag so far, px. */
  readonly drag: Range | undefined;
} {
  const [drag, setDrag] = useState<Range>();
  const begun = useRef<number>(undefined);
  // All that follows is in places: on a logarithmic axis a key moves by a share of what is seen.
  const { to, from } = placing;
  const [first, last] = [to(low), to(high)];
  const span = all && ([to(all[0]), to(all[1])] as const);
  const placeAt = (px: number): number => first + ((px - left) / (right - left)) * (last - first);
  const zoom = (range: Range | undefined): void => zoomInto(group, range && [from(range[0]), from(range[1])]);
  const inside = (event: PointerEvent<HTMLElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const isInPlot = (px: number): boolean => px >= left && px <= right;
  const drop = (): void => {
    begun.current = undefined;
    setDrag(undefined);
  };
  const handlers: DOMAttributes<HTMLElement> = {
    onPointerDown(event) {
      const px = inside(event);
      if (!span || event.button !== 0 || !isInPlot(px) || isControl(event.target)) return;
      begun.current = px;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const px = inside(event);
      pointAt(group, isInPlot(px) ? from(placeAt(px)) : undefined);
      if (begun.current === undefined) return;
      const end = Math.min(Math.max(px, left), right);
      setDrag(Math.abs(end - begun.current) < leastDrag ? undefined : [begun.current, end]);
    },
    onPointerUp() {
      if (span && drag) zoom(zoomTo([placeAt(drag[0]), placeAt(drag[1])], span));
      drop();
    },
    onPointerCancel: drop,
    onPointerLeave() {
      pointAt(group, undefined);
    },
    onDoubleClick() {
      zoomInto(group, undefined);
    },
    onBlur() {
      pointAt(group, undefined);
    },
    onKeyDown(event) {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = pointerOf(group);
      const key = zoomKey(event.key, event.shiftKey);
      if (key && span) zoom(afterKey(key, [first, last], span, at === undefined ? undefined : to(at)));
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const isLeft = event.key === 'ArrowLeft';
        const step = (last - first) / arrowSteps;
        const begin = at === undefined ? (isLeft ? last + step : first - step) : to(at);
        pointAt(group, from(Math.min(last, Math.max(first, begin + (isLeft ? -step : step)))));
      } else return;
      event.preventDefault();
    },
  };
  return { handlers, drag };
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button') !== null;
}
