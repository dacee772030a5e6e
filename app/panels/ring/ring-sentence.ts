// The sentence of the ring's panel tells how sums travel, and which edge is the slowest. Between two replicas there is only
// one way, whatever the topology. Pure.
import type { StepRecord } from '../../../src/replica/protocol';
import { formatMs } from '../../bridge/words/format';
import type { Participants } from '../../bridge/words/participants';
import { pathText } from '../../bridge/words/sum-words';
import type { Tense } from '../../bridge/words/tense';
import { ringText } from '../../text/ring';
import type { Edge } from './ring-edges';

/** `topology`: of the last step; undefined before the first one. */
export function ringSentence(
  here: Pick<Participants, 'isStopped' | 'members'>,
  tense: Tense,
  slowest: Edge | undefined,
  isDemo: boolean,
  topology: StepRecord['topology'] | undefined,
): string {
  if (here.isStopped) return ringText.tooFewMembers;
  if (here.members === 1)
    return isDemo || tense === 'was' ? ringText.oneReplicaRing : ringText.oneReplicaRingOne;
  const isAround = topology === undefined || topology === 'ring';
  const sums = isAround
    ? ringText.eachReplicaPasses[tense]
    : here.members === 2
      ? ringText.betweenTwo[tense]
      : ringText.otherWay(pathText(topology));
  if (isDemo) return ringText.allThemPage(sums);
  if (!slowest) return sums;
  const words = tense === 'was' ? ringText.slowestWas : ringText.slowestIs;
  return words(sums, slowest.from.name, slowest.to.name, formatMs(slowest.ms));
}
