// Whether a picture may move by itself.

const stillness = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');

/** The settings of the browser permit motion, and data for it. */
export function isMotionWanted(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return !stillness().matches && connection?.saveData !== true;
}

export function onMotionChange(listen: () => void): () => void {
  const query = stillness();
  query.addEventListener('change', listen);
  return () => query.removeEventListener('change', listen);
}
