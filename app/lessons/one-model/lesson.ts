// One model, many tabs: N replicas with b examples each against one replica with B.
import { plural, t } from '@lingui/core/macro';
import { formatCount, formatDigest, formatValue, sentencesOf } from '../../bridge/words/format';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers } from '../core/control';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { digestsAtEnd, digestWords, largestDifference, lastStep } from '../core/trial';
import { words } from './words';

const controls = (): readonly Control[] => [
  control('replicas', t`Replicas in the ring`, '4', numbers([2, 3, 4])),
  control('batch', t`Examples per replica and step`, '8', numbers([8, 16, 32])),
  control('alone', t`Examples per step of the one replica`, '8', numbers([8, 16, 32, 48, 64, 128])),
  control('steps', t`Steps`, '100', numbers([100, 300])),
];

/** Where one begins to see a difference. */
const visible = 0.0001;
const leastSteps = 100;

export const oneModel: Lesson = {
  id: 'one-model',
  words,
  controls,
  smoothing: 1,
  question: () => ({
    kind: 'choice',
    text: t`How far apart will the two curves be where they differ most?`,
    options: [
      ['none', t`Not at all: equal in every digit`],
      ['rounding', t`Less than 0.0001: too little to see`],
      ['visible', t`0.0001 or more: one can see it`],
    ],
  }),
  trials({ replicas, batch, alone, steps }, base) {
    const both = { steps: Number(steps) };
    return [
      {
        label: () => t`The ring: ${replicas} × ${batch} examples`,
        colour: 'blue',
        replicas: Number(replicas),
        config: runOf(base, { localBatch: Number(batch) }),
        ...both,
      },
      {
        label: () => t`One replica: ${{ batch: alone }} examples`,
        colour: 'vermillion',
        dash: '7 4',
        replicas: 1,
        config: runOf(base, { localBatch: Number(alone) }),
        ...both,
      },
    ];
  },
  outcome(_, [ring, one]) {
    const largest = largestDifference(ring, one);
    const digests = digestsAtEnd(ring);
    const steps = Math.min(ring.steps.length, one.steps.length);
    const distance = formatValue(largest.value);
    return {
      measured: {
        kind: 'choice',
        option: largest.value === 0 ? 'none' : largest.value < visible ? 'rounding' : 'visible',
      },
      figures: [
        [t`Examples in a step of the ring`, formatCount(lastStep(ring).effectiveBatch)],
        [t`Examples in a step of the one`, formatCount(lastStep(one).effectiveBatch)],
        [
          t`Largest difference`,
          t`${{ difference: distance }} at step ${{ step: formatCount(largest.step) }}`,
        ],
        [t`Digests in the ring`, digestWords(digests)],
        [t`Digest of the one`, formatDigest(lastStep(one).digest)],
      ],
      facts: [
        largest.value,
        digests.different,
        digests.replicas,
        digests.step,
        parseInt(formatDigest(lastStep(ring).digest), 16),
      ],
      challenge:
        steps < leastSteps
          ? missed(t`The run stopped after ${steps} steps. It takes at least 100.`)
          : largest.value <= visible
            ? met(t`The curves are ${{ largest: distance }} apart at most, over ${steps} steps.`)
            : missed(
                t`The curves are up to ${{ largest: distance }} apart. Compare how many examples each step uses.`,
              ),
    };
  },
  explain({ replicas, batch, alone }, [difference, digests, members, step, digest]) {
    const product = `${replicas} · ${batch}`;
    const inRing = Number(replicas) * Number(batch);
    return sentencesOf(
      inRing === Number(alone)
        ? t`${product} = ${{ total: inRing }}, so both took the same average over the same examples in each step. The average of equal groups’ averages is the average of all.`
        : t`${product} = ${{ total: inRing }}, and the one replica took ${{ alone: Number(alone) }}. These are averages over different numbers of examples, so the steps differ, and soon the models do.`,
      inRing === Number(alone) &&
        (difference === 0
          ? t`This time even the losses are equal in every digit.`
          : t`Still the curves are ${{ largest: formatValue(difference ?? NaN) }} apart at most. The ring adds the same numbers in another order, and each addition of a computer rounds. So the last digits differ, and so do the digests of ring and single replica.`),
      digests === 1
        ? t`After step ${{ step: step ?? 0 }} ${plural({ replicas: members ?? 0 }, { 2: 'both', other: `all ${{ replicas: members ?? 0 }}` })} replicas of the ring held the same digest, ${{ digest: (digest ?? 0).toString(16).padStart(6, '0') }}: their weights are equal in every bit. Each received the same sum and made the same update.`
        : t`The replicas of the ring held ${{ different: digests ?? 0 }} different digests. That must not happen: please report it.`,
    );
  },
};
