// The size of an element in whole px; `begin` until the browser has measured it.
import { useEffect, useState, type RefObject } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize(element: RefObject<Element | null>, begin: Size): Size {
  const [size, setSize] = useState(begin);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setSize({ width: Math.round(contentRect.width), height: Math.round(contentRect.height) }),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
