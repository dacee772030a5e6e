// Whether a picture may move by itself.
import { savesData } from './saves-data';

const stillness = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');

/** The settings of the browser permit motion, and data for it. */
export function isMotionWanted(): boolean {
  return !stillness().matches && !savesData();
}

export function onMotionChange(listen: () => void): () => void {
  const query = stillness();
  query.addEventListener('change', listen);
  return () => query.removeEventListener('change', listen);
}
