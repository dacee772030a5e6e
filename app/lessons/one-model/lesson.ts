// One model, many tabs: N replicas with b examples each against one replica with B.
import { plural, t } from '@lingui/core/macro';
import {
  formatCount,
  formatDigest,
  formatPercent,
  formatValue,
  sentencesOf,
} from '../../bridge/words/format';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers } from '../core/control';
import { pointsOf } from '../core/curve';
import { gapOf, isVisible } from '../core/gap';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { digestsAtEnd, digestWords, lastStep } from '../core/trial';
import { words } from './words';

const steps = 96;
const learningRate = 0.5;
const wanted = { replicas: '3', batch: '16' };

const controls = (): readonly Control[] => [
  control('replicas', t`Replicas in the ring`, '4', numbers([2, 3, 4])),
  control('batch', t`Examples per replica and step`, '8', numbers([8, 16])),
  control('alone', t`Examples per step of the one replica`, '32', numbers([8, 16, 24, 32, 48, 64])),
];

export const oneModel: Lesson = {
  id: 'one-model',
  words,
  controls,
  compares: 'largest',
  question: () => ({
    kind: 'choice',
    text: t`Whose loss will fall faster, step by step?`,
    options: [
      ['ring', t`That of the ring: several learn faster than one`],
      ['same', t`Neither: the two lines lie on each other`],
      ['one', t`That of the one replica`],
    ],
  }),
  trials: ({ replicas, batch, alone }, base) => [
    {
      label: () => t`The ring: ${replicas} × ${batch} examples`,
      colour: 'blue',
      replicas: Number(replicas),
      steps,
      config: runOf(base, { localBatch: Number(batch), learningRate }, steps),
    },
    {
      label: () => t`One replica: ${{ batch: alone }} examples`,
      colour: 'vermillion',
      dash: '7 4',
      replicas: 1,
      steps,
      config: runOf(base, { localBatch: Number(alone), learningRate }, steps),
    },
  ],
  outcome({ replicas, batch }, [ring, one]) {
    const gap = gapOf(pointsOf(ring.steps, oneModel), pointsOf(one.steps, oneModel), 'largest');
    const isApart = gap === undefined || isVisible(gap);
    const digests = digestsAtEnd(ring);
    const share = formatPercent(Math.abs(gap?.ratio ?? NaN), 0);
    return {
      measured: { kind: 'choice', option: !isApart ? 'same' : (gap?.ratio ?? 0) < 0 ? 'ring' : 'one' },
      figures: [
        [t`Examples in a step of the ring`, formatCount(lastStep(ring).effectiveBatch)],
        [t`Examples in a step of the one`, formatCount(lastStep(one).effectiveBatch)],
        [
          t`Largest difference`,
          gap
            ? t`${{ difference: formatValue(Math.abs(gap.from - gap.to)) }} at step ${{ step: formatCount(gap.x) }}`
            : t`not known`,
        ],
        [t`Digests in the ring`, digestWords(digests)],
        [t`Digest of the one`, formatDigest(lastStep(one).digest)],
      ],
      facts: [
        Math.abs(gap?.ratio ?? NaN),
        digests.different,
        digests.replicas,
        digests.step,
        parseInt(formatDigest(lastStep(ring).digest), 16),
      ],
      challenge:
        replicas !== wanted.replicas || batch !== wanted.batch
          ? missed(t`The challenge asks for three replicas with 16 examples each.`)
          : isApart
            ? missed(t`The lines part: they are up to ${share} apart. Count the examples of a step.`)
            : met(t`The lines lie on each other from the first step to the last.`),
    };
  },
  explain({ replicas, batch, alone }, [ratio, digests, members, step, digest]) {
    const product = `${replicas} × ${batch}`;
    const inRing = Number(replicas) * Number(batch);
    return sentencesOf(
      inRing === Number(alone)
        ? t`${product} = ${{ total: inRing }}: both took the average of the same examples, so both took the same step.`
        : t`${product} = ${{ total: inRing }}, and the one replica took ${{ alone: Number(alone) }}: averages of other examples lead to other steps.`,
      inRing === Number(alone) &&
        t`The average of equal groups’ averages is the average of all. A ring adds the same numbers in another order, and each addition of a computer rounds: so only the last digits differ.`,
      inRing !== Number(alone) &&
        (ratio ?? 1) < 0.05 &&
        t`This time the lines are too close to tell them apart. Run other numbers of examples.`,
      digests === 1
        ? t`After step ${{ step: step ?? 0 }} ${plural({ replicas: members ?? 0 }, { 2: 'both', other: `all ${{ replicas: members ?? 0 }}` })} replicas of the ring held the same digest, ${{ digest: (digest ?? 0).toString(16).padStart(6, '0') }}: their weights are equal in every bit. Each received the same sum and made the same update.`
        : t`The replicas of the ring held ${{ different: digests ?? 0 }} different digests. That must not happen: please report it.`,
    );
  },
};
