// The effective batch: one replica with 32 examples in a step, against four that take a larger batch from the same stream.
import { formatCount, formatTick, formatValue } from '../../bridge/words/format';
import { besideOf } from '../core/beside';
import type { Control } from '../core/control';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { endLoss, lastStep, type TrialResult } from '../core/trial';
import {
  challenge,
  controls as names,
  explanation,
  figures,
  labels,
  options,
  question,
  words,
} from './words';

const replicas = 4;
const referenceBatch = 32;
/** Examples of each run. */
const examples = 12_800;
const warmupShare = 0.4;
/** The mean over the last twentieth of the examples. */
const endShare = 1 / 20;
/** The fewest steps of which the mean noise scale says something. */
const leastNoiseSteps = 50;
/** About so many of the last ones count in it (noise-scale.ts). */
const noiseSteps = 100;
/** Losses so close count as equal. */
const tolerance = 0.1;
const wantedBatch = 512;

const controls: readonly Control[] = [
  {
    id: 'batch',
    get label() {
      return names.batch;
    },
    get options(): Control['options'] {
      return [8, 32, 128].map((each) => [String(each), options.batch(each, replicas * each)]);
    },
    initial: '128',
  },
  {
    id: 'rate',
    get label() {
      return names.rate;
    },
    options: ['0.03', '0.1', '0.3'].map((rate) => [rate, rate]),
    initial: '0.1',
  },
  {
    id: 'rule',
    get label() {
      return names.rule;
    },
    get options(): Control['options'] {
      return options.rule;
    },
    initial: 'none',
  },
  {
    id: 'warmup',
    get label() {
      return names.warmup;
    },
    get options(): Control['options'] {
      return options.warmup;
    },
    initial: 'no',
  },
];

export const effectiveBatch: Lesson = {
  id: 'effective-batch',
  words,
  controls,
  smoothing: 1,
  xAxis: 'examples',
  question: () => ({
    kind: 'choice',
    text: question.text(formatCount(examples)),
    options: question.options,
  }),
  trials({ batch, rate, rule, warmup }, base) {
    const each = Number(batch);
    const all = replicas * each;
    const steps = examples / all;
    const learningRate = Number(rate);
    return [
      {
        get label() {
          return labels.one;
        },
        colour: 'vermillion',
        replicas: 1,
        steps: examples / referenceBatch,
        config: runOf(base, { localBatch: referenceBatch, learningRate }),
      },
      {
        get label() {
          return labels.ring(each, all);
        },
        colour: 'blue',
        dash: '7 4',
        replicas,
        steps,
        config: runOf(base, {
          localBatch: each,
          learningRate,
          scaling: { rule: rule === 'linear' ? 'linear' : 'none', referenceBatch, rewarmSteps: 0 },
          schedule: {
            kind: 'constant',
            warmupSteps: warmup === 'yes' ? Math.round(warmupShare * steps) : 0,
            finalFraction: 0,
          },
        }),
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
    const beside = besideOf(ratio);
    return {
      measured: { kind: 'choice', option },
      figures: [
        [figures.one, formatValue(reference)],
        [figures.ring, formatValue(reached)],
        [figures.steps, `${formatCount(one.steps.length)}, ${formatCount(ring.steps.length)}`],
        [figures.rate, plainly(lastStep(ring).learningRate)],
        [figures.highest, formatValue(Math.max(...losses))],
        ...(isExploded
          ? []
          : [
              [
                figures.noise,
                scale === undefined ? (isLong ? figures.unknown : figures.tooFew) : plainly(scale, 2),
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
          ? { isMet: false, why: challenge.batch(formatCount(all)) }
          : !isExploded && ratio <= tolerance
            ? { isMet: true, why: challenge.met(beside) }
            : { isMet: false, why: challenge.behind(beside) },
    };
  },
  explain({ batch, rule, warmup }, [ofOne, ofRing, isExploded, isHigher, rose, rate, scale]) {
    const all = replicas * Number(batch);
    const hasWarmup = warmup === 'yes';
    const times = explanation.times(all / referenceBatch);
    const behind =
      rule !== 'linear'
        ? hasWarmup
          ? explanation.behindWarm
          : explanation.behind
        : rose && !hasWarmup
          ? explanation.early
          : explanation.longBehind(times, plainly(rate ?? NaN));
    return [
      all === referenceBatch
        ? hasWarmup
          ? explanation.sameWarm
          : explanation.sameBatch
        : explanation.steps(formatCount(all), times, formatCount(ofOne ?? NaN), formatCount(ofRing ?? NaN)),
      ...(isExploded
        ? [explanation.exploded(plainly(rate ?? NaN))]
        : all === referenceBatch
          ? []
          : isHigher
            ? [behind]
            : [rule === 'linear' ? explanation.keptUp : explanation.stayedNear]),
      ...(scale === null
        ? []
        : [
            (ofRing ?? NaN) > noiseSteps
              ? explanation.noise(plainly(scale, 2))
              : explanation.noiseOfAll(plainly(scale, 2), formatCount(all)),
          ]),
    ];
  },
};

/** '4.8', '34': no zeros behind. */
function plainly(value: number, digits = 4): string {
  return formatTick(Number(value.toPrecision(digits)));
}

function lossAtEnd(result: TrialResult): number {
  return endLoss(result, Math.max(1, Math.round(result.steps.length * endShare)));
}
