// The effective batch: one replica with 32 examples in a step, against four that take a larger batch from the same stream.
import { select, t } from '@lingui/core/macro';
import { formatCount, formatTick, formatValue, sentencesOf } from '../../bridge/words/format';
import { besideOf } from '../core/beside';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers } from '../core/control';
import { pointsOf } from '../core/curve';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { lastStep, type TrialResult } from '../core/trial';
import { words } from './words';

const replicas = 4;
const referenceBatch = 32;
/** Examples of each run. */
const examples = 12_288;
const warmupShare = 0.4;
/** The fewest steps of which the mean noise scale says something. */
const leastNoiseSteps = 50;
/** About so many of the last ones count in it (noise-scale.ts). */
const noiseSteps = 100;
/** Losses so close count as equal. */
const tolerance = 0.1;
const wantedBatch = 512;

const controls = (): readonly Control[] => [
  control(
    'batch',
    t`Examples per replica and step`,
    '128',
    numbers([8, 32, 128], (each) => t`${each} (${{ all: replicas * each }} in all)`),
  ),
  control('rate', t`Learning rate, for 32 examples`, '0.1', numbers([0.03, 0.1, 0.3])),
  control('rule', t`With a larger batch, the rate`, 'none', [
    ['none', t`stays`],
    ['linear', t`grows with it`],
  ]),
  control('warmup', t`Warm-up`, 'no', [
    ['no', t`none`],
    ['yes', t`over 40\u00a0% of the steps`],
  ]),
];

export const effectiveBatch: Lesson = {
  id: 'effective-batch',
  words,
  controls,
  smoothing: 3,
  compares: 'end',
  xAxis: 'examples',
  question: () => ({
    kind: 'choice',
    text: t`After ${{ examples: formatCount(examples) }} examples each, how will the ring’s loss stand beside the one replica’s?`,
    options: [
      ['lower', t`More than 10\u00a0% lower`],
      ['equal', t`Within 10\u00a0% of it`],
      ['higher', t`More than 10\u00a0% higher`],
      ['exploded', t`Above where it began: the training has failed`],
    ],
  }),
  trials({ batch, rate, rule, warmup }, base) {
    const each = Number(batch);
    const all = replicas * each;
    const steps = examples / all;
    const learningRate = Number(rate);
    return [
      {
        label: () => t`One replica: 32 examples`,
        colour: 'vermillion',
        replicas: 1,
        steps: examples / referenceBatch,
        config: runOf(base, { localBatch: referenceBatch, learningRate }, examples / referenceBatch),
      },
      {
        label: () => t`The ring: 4 × ${{ batch: each }} = ${all} examples`,
        colour: 'blue',
        dash: '7 4',
        replicas,
        steps,
        config: runOf(
          base,
          {
            localBatch: each,
            learningRate,
            scaling: { rule: rule === 'linear' ? 'linear' : 'none', referenceBatch, rewarmSteps: 0 },
            schedule: {
              kind: 'constant',
              warmupSteps: warmup === 'yes' ? Math.round(warmupShare * steps) : 0,
              finalFraction: 0,
            },
          },
          steps,
        ),
      },
    ];
  },
  outcome({ batch }, [one, ring]) {
    const all = replicas * Number(batch);
    const first = ring.steps[0].loss;
    const [reference, reached] = [lossAtEnd(one), lossAtEnd(ring)];
    const losses = ring.steps.map(({ loss }) => loss);
    const isExploded = ring.isDiverged || !(reached < first);
    const ratio = reached / reference - 1;
    const option = isExploded
      ? 'exploded'
      : ratio > tolerance
        ? 'higher'
        : ratio < -tolerance
          ? 'lower'
          : 'equal';
    const isLong = ring.steps.length >= leastNoiseSteps;
    const scale = isLong && !isExploded ? lastStep(ring).noise?.scale : undefined;
    const rose = Math.max(...losses.slice(0, losses.length / 4)) > first * 1.05;
    const { side, percent } = besideOf(ratio);
    return {
      measured: { kind: 'choice', option },
      figures: [
        [t`Loss of the one replica`, formatValue(reference)],
        [t`Loss of the ring`, formatValue(reached)],
        [t`Steps: one, ring`, `${formatCount(one.steps.length)}, ${formatCount(ring.steps.length)}`],
        [t`Learning rate of the ring`, plainly(lastStep(ring).learningRate)],
        [t`Highest loss of the ring`, formatValue(Math.max(...losses))],
        ...(isExploded
          ? []
          : [
              [
                t`Noise scale, mean of about 100 steps`,
                scale === undefined ? (isLong ? t`not known` : t`too few steps to say`) : plainly(scale, 2),
              ] as const,
            ]),
      ],
      facts: [
        one.steps.length,
        ring.steps.length,
        Number(isExploded),
        Number(option === 'higher'),
        Number(rose),
        lastStep(ring).learningRate,
        scale ?? null,
      ],
      challenge:
        all !== wantedBatch
          ? missed(t`The effective batch is ${{ batch: formatCount(all) }}. The challenge asks for 512.`)
          : !isExploded && ratio <= tolerance
            ? met(
                t`The ring’s loss is ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of the one replica, with a batch of 512.`,
              )
            : missed(
                t`The ring’s loss is ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of the one replica.`,
              ),
    };
  },
  explain({ batch, rule, warmup }, [ofOne, ofRing, isExploded, isHigher, rose, rate, scale]) {
    const all = replicas * Number(batch);
    const hasWarmup = warmup === 'yes';
    const times = t`${{ factor: all / referenceBatch }} times`;
    const behind =
      rule !== 'linear'
        ? hasWarmup
          ? t`The steps were no longer than before, shorter during the warm-up, and there were fewer of them. So the ring came less far.`
          : t`The steps were as long as before and there were fewer of them, so the ring came less far.`
        : rose && !hasWarmup
          ? t`The loss rose at the start, where it is steepest and long steps do harm. The ring lost time there. A warm-up begins with short steps.`
          : t`The steps were up to ${times} as long, and still the ring came less far. The linear rule holds only up to some rate, and ${{ rate: plainly(rate ?? NaN) }} is too high for it here.`;
    return sentencesOf(
      all === referenceBatch
        ? hasWarmup
          ? t`The ring has as many examples in a step as the one replica. Only the warm-up differs: over the first 40\u00a0% of the steps its rate was lower, so its loss fell later.`
          : t`With as many examples in a step as the one replica has, the ring takes the same steps, but for rounding: the curves lie on each other.`
        : t`With ${{ batch: formatCount(all) }} examples in a step, ${times} as many as the one replica has, the same examples made ${{ ring: formatCount(ofRing ?? NaN) }} steps in place of ${{ one: formatCount(ofOne ?? NaN) }}.`,
      isExploded
        ? t`Steps at a learning rate of ${{ rate: plainly(rate ?? NaN) }} jumped over the valley and landed higher than they began. The linear rule holds only up to some rate: beyond it, no batch helps.`
        : all !== referenceBatch &&
            (isHigher
              ? behind
              : rule === 'linear'
                ? t`Longer steps made up for their smaller number: that is the linear rule.`
                : t`The steps were not longer, and the ring kept up all the same: the last steps of the one replica gained little.`),
      scale !== null &&
        ((ofRing ?? NaN) > noiseSteps
          ? t`The noise scale, measured on the ring’s gradients, was about ${{ scale: plainly(scale, 2) }} examples: a mean over about the last 100 steps. From there on a batch of up to about that size would still help, and a far larger one would gain little.`
          : t`The noise scale, measured on the ring’s gradients, was about ${{ scale: plainly(scale, 2) }} examples. It is a mean over all steps of the run, and at the start the scale is small. So it says little about the end, where a batch of ${{ batch: formatCount(all) }} may still help.`),
    );
  },
};

/** '4.8', '34': no zeros behind. */
function plainly(value: number, digits = 4): string {
  return formatTick(Number(value.toPrecision(digits)));
}

function lossAtEnd(result: TrialResult): number {
  return pointsOf(result.steps, effectiveBatch).at(-1)?.y ?? NaN;
}
