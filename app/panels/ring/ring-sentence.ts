// The sentence of the ring's panel tells how sums travel, and which edge is the slowest. Between two replicas there is only
// one way, whatever the topology. Pure.
import { t } from '@lingui/core/macro';
import type { StepRecord } from '../../../src/replica/protocol';
import { formatMs } from '../../bridge/words/format';
import type { Participants } from '../../bridge/words/participants';
import { pathText } from '../../bridge/words/sum-words';
import type { Tense } from '../../bridge/words/tense';
import type { Edge } from './ring-edges';

/** `topology`: of the last step; undefined before the first one. */
export function ringSentence(
  here: Pick<Participants, 'isStopped' | 'members'>,
  tense: Tense,
  slowest: Edge | undefined,
  isDemo: boolean,
  topology: StepRecord['topology'] | undefined,
): string {
  if (here.isStopped) return t`Too few members can be heard: no bytes move until enough of them answer.`;
  if (here.members === 1)
    return isDemo || tense === 'was'
      ? t`One replica is a ring of one: it has nobody to pass bytes to.`
      : t`One replica is a ring of one; bytes move once another joins.`;
  const isAround = topology === undefined || topology === 'ring';
  const sums = isAround
    ? aroundWords[tense]()
    : here.members === 2
      ? betweenTwoWords[tense]()
      : t`Sums travel otherwise: ${{ path: pathText(topology) }}. The picture shows the ring’s order.`;
  if (isDemo) return `${sums} ${t`All of them are in this page: nothing goes over a network.`}`;
  return slowest ? `${sums} ${slowestWords(slowest, tense)}` : sums;
}

const aroundWords: Readonly<Record<Tense, () => string>> = {
  will: () => t`Each replica will pass chunks to the next until all hold the same sum.`,
  now: () => t`Each replica passes chunks to the next until all hold the same sum.`,
  was: () => t`Each replica passed chunks to the next until all held the same sum.`,
};

const betweenTwoWords: Readonly<Record<Tense, () => string>> = {
  will: () => t`The two replicas will send each other what they sum.`,
  now: () => t`The two replicas send each other what they sum.`,
  was: () => t`The two replicas sent each other what they summed.`,
};

function slowestWords(edge: Edge, tense: Tense): string {
  const [from, to, ms] = [edge.from.name, edge.to.name, formatMs(edge.ms)];
  return tense === 'was'
    ? t`The slowest edge was from ${from} to ${to}: one message alone took ${ms} there.`
    : t`The slowest edge is from ${from} to ${to}: one message alone takes ${ms} there.`;
}
