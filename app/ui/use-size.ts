// The size of an element in whole px; `begin` until the browser has measured it. An element that is not drawn has no size:
// the last one counts.
import { useEffect, useRef, useState, type RefObject } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize(element: RefObject<Element | null>, begin: Size): Size {
  const [size, setSize] = useState(begin);
  const observed = useRef<Element>(null);
  const observer = useRef<ResizeObserver>(undefined);
  // This effect runs after every drawing: a panel that was a table has another element.
  useEffect(() => {
    if (observed.current === element.current) return;
    observed.current = element.current;
    observer.current?.disconnect();
    if (!element.current) return;
    observer.current = new ResizeObserver(([{ contentRect }]) => {
      const [width, height] = [Math.round(contentRect.width), Math.round(contentRect.height)];
      if (width > 0) setSize({ width, height });
    });
    observer.current.observe(element.current);
  });
  useEffect(
    () => () => {
      observer.current?.disconnect();
      observed.current = null;
    },
    [],
  );
  return size;
}
