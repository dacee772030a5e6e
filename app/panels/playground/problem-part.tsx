// Why a part of the playground has no answer, in the answer's place.
import type { Saying } from '../../../src/base/sayings';
import { ProblemLine } from '../../bridge/session/problem-line';
import ui from '../../ui/shape.module.css';

export function ProblemPart({ problem }: { problem: Saying }) {
  return (
    <p className={ui.quiet}>
      <ProblemLine problem={problem} />
    </p>
  );
}
