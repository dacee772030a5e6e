// How often a picture that moves is drawn: at most as often as a person sees, and less where frames come late, because then
// the cores have other work. The page yields before the ring does.

/** 25 frames a second. */
export const quickestMs = 40;
const slowestMs = 320;
/** The part of a core that painting may take. Without a GPU the browser then works about as long again. */
const paintShare = 1 / 70;

/** `lateMs`: how much later than wished the last frame came; `paintMs`: how long it took. Both say that cores are busy. */
export function nextPace(paceMs: number, lateMs: number, paintMs: number): number {
  const isBusy = lateMs > 30 || paintMs > paceMs * paintShare;
  if (isBusy) return Math.min(slowestMs, paceMs * 1.5);
  return Math.max(quickestMs, paceMs * 0.9);
}
