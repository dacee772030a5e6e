// Which sum the picture of the ring plays: the last one as it was recorded, or its plan where none was.
import type { DrawnSum } from '../sum/drawn-sum';

/** `run`: the one whose steps are shown; undefined: it has made no step yet. A sum of another run, among other members or by
 *  another way is not the last one. */
export function lastSum(
  recorded: DrawnSum | undefined,
  planned: DrawnSum,
  run: number | undefined,
): DrawnSum {
  const isLast = recorded?.recorded?.run === run && recorded?.way === planned.way;
  return recorded && isLast && idsOf(recorded) === idsOf(planned) ? recorded : planned;
}

function idsOf({ members }: DrawnSum): string {
  return members.map(({ id }) => id).join();
}
