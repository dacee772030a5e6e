// Our engine in compute threads tries at first whether its helpers are worth it (helper-choice.ts): some of its gradients
// are computed by one thread. No timed step may be one of these.
import { gradientsUntilChoice } from '../../../src/model/simd/helper-choice';
import type { Contender } from './contender';

/** A contender that computes one gradient a run and at least one in its check: after the check its first trial is over.
 *  The next one begins 30 s or a hundred times its length later, which a median of turns does not show. */
export function afterTrial(contender: Contender): Contender {
  return {
    ...contender,
    async check() {
      const results = await contender.check();
      for (let gradients = 1; gradients < gradientsUntilChoice; gradients++) await contender.run();
      return results;
    },
  };
}
