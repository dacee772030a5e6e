// How often pictures that move are drawn: at most as often as a person sees, and less where the browser needs long for a
// frame or brings it late, because then the cores have other work. The page yields before the ring does.

/** 25 frames a second. */
export const quickestMs = 40;
const slowestMs = 400;
/** From here on motion is a row of jumps: steps, each of which can be read, show more and cost less. */
export const steppedFromMs = 250;
/** The part of the page's thread that frames may take where no ring of other devices waits for it. */
export const mostShare = 1 / 10;

/** The same part beside a ring: the fewer cores there are, the more the ring needs them. Without a GPU, other threads of the
 *  browser take as much again, and a replica that waits for a core holds up all others. */
export function frameShareOf(cores: number): number {
  return Math.min(mostShare, cores / 160);
}

/** `lateMs`: how much later than wished the last frame came. `frameMs`: the time that the page's thread took for it, with
 *  style, layout and paint. Both say that cores are busy. `share`: the part of the thread that frames may take. */
export function nextPace(paceMs: number, lateMs: number, frameMs: number, share: number): number {
  const isBusy = lateMs > 30 || frameMs > paceMs * share;
  if (isBusy) return Math.min(slowestMs, paceMs * 1.5);
  return Math.max(quickestMs, paceMs * 0.9);
}
