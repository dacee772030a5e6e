// How a shard is cut into inner steps, in order: parts that differ by one example at most, the earlier ones larger. So the
// loss terms that a member announces say which examples it consumed. Pure.
import { countOf, cutPositions, type Positions } from '../../../data/positions';
import { equalParts } from '../../run/apportion';

/** The parts: as many as inner steps, or as examples where those are fewer. */
export function innerParts(positions: Positions, innerSteps: number): Positions[] {
  const examples = countOf(positions);
  const parts = Math.min(innerSteps, examples);
  return parts === 0 ? [] : cutPositions(positions, equalParts(parts, examples));
}
