// One model, many tabs: N replicas with b examples each against one replica with B.
import { formatCount, formatDigest, formatValue } from '../../bridge/words/format';
import type { Control } from '../core/control';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { digestsAtEnd, largestDifference, lastStep } from '../core/trial';
import { challenge, controls as names, explanation, figures, labels, question, words } from './words';

const numbers = (...values: readonly number[]): Control['options'] =>
  values.map((value) => [String(value), String(value)]);

const controls: readonly Control[] = [
  {
    id: 'replicas',
    get label() {
      return names.replicas;
    },
    options: numbers(2, 3, 4),
    initial: '4',
  },
  {
    id: 'batch',
    get label() {
      return names.batch;
    },
    options: numbers(8, 16, 32),
    initial: '8',
  },
  {
    id: 'alone',
    get label() {
      return names.alone;
    },
    options: numbers(8, 16, 32, 48, 64, 128),
    initial: '8',
  },
  {
    id: 'steps',
    get label() {
      return names.steps;
    },
    options: numbers(100, 300),
    initial: '100',
  },
];

/** Where one begins to see a difference. */
const visible = 0.0001;
const leastSteps = 100;

export const oneModel: Lesson = {
  id: 'one-model',
  words,
  controls,
  smoothing: 1,
  question: () => ({ kind: 'choice', ...question }),
  trials({ replicas, batch, alone, steps }, base) {
    const both = { steps: Number(steps) };
    return [
      {
        get label() {
          return labels.ring(replicas, batch);
        },
        colour: 'blue',
        replicas: Number(replicas),
        config: runOf(base, { localBatch: Number(batch) }),
        ...both,
      },
      {
        get label() {
          return labels.alone(alone);
        },
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
        [figures.inRing, formatCount(lastStep(ring).effectiveBatch)],
        [figures.alone, formatCount(lastStep(one).effectiveBatch)],
        [figures.difference, figures.where(distance, formatCount(largest.step))],
        [figures.ringDigests, figures.ofReplicas(digests.different, digests.replicas)],
        [figures.aloneDigest, formatDigest(lastStep(one).digest)],
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
          ? { isMet: false, why: challenge.short(steps) }
          : largest.value <= visible
            ? { isMet: true, why: challenge.met(distance, steps) }
            : { isMet: false, why: challenge.apart(distance) },
    };
  },
  explain({ replicas, batch, alone }, [difference, digests, members, step, digest]) {
    const product = `${replicas} · ${batch}`;
    const inRing = Number(replicas) * Number(batch);
    return [
      ...(inRing === Number(alone)
        ? [
            explanation.same(product, inRing),
            difference === 0 ? explanation.equal : explanation.rounding(formatValue(difference ?? NaN)),
          ]
        : [explanation.other(product, inRing, Number(alone))]),
      digests === 1
        ? explanation.agree(members ?? 0, (digest ?? 0).toString(16).padStart(6, '0'), step ?? 0)
        : explanation.disagree(digests ?? 0),
    ];
  },
};
