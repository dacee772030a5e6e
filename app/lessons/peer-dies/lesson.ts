// A peer dies: the last replica of a ring ends in mid-run, with a goodbye or without a word.
import { formatCount, formatMs } from '../../bridge/words/format';
import type { Control } from '../core/control';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { digestsAtEnd, median, type TrialStep } from '../core/trial';
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

const steps = 160;
const afterStep = 60;
const each = 16;
const inAll = 48;

const controls: readonly Control[] = [
  {
    id: 'replicas',
    get label() {
      return names.replicas;
    },
    options: [3, 4, 6].map((count) => [String(count), String(count)]),
    initial: '4',
  },
  {
    id: 'how',
    get label() {
      return names.how;
    },
    get options(): Control['options'] {
      return options.how;
    },
    initial: 'goodbye',
  },
  {
    id: 'batch',
    get label() {
      return names.batch;
    },
    get options(): Control['options'] {
      return options.batch;
    },
    initial: 'grow',
  },
];

export const peerDies: Lesson = {
  id: 'peer-dies',
  words,
  controls,
  smoothing: 5,
  question: () => ({ kind: 'number', text: question.text, unit: 'ms', least: 1, most: 30_000, factor: 2 }),
  trials: ({ replicas, how, batch }, base) => [
    {
      get label() {
        return labels.ring(replicas);
      },
      colour: 'blue',
      replicas: Number(replicas),
      steps,
      config: runOf(base, {
        localBatch: each,
        batchMode: batch === 'fixed' ? 'fixed' : 'grow',
        globalBatch: inAll,
      }),
      death: { afterStep, how: how === 'vanish' ? 'vanish' : 'goodbye' },
    },
  ],
  outcome({ replicas, how }, [ring]) {
    const before = Number(replicas);
    const gaps = gapsOf(ring.steps);
    const first = ring.steps.findIndex(({ worldSize }) => worldSize < before);
    const isNoticed = first > 0;
    // The step that was under way counts too: its last try may have begun before.
    const pauseMs = Math.max(...(isNoticed ? gaps.slice(Math.max(0, first - 2), first + 1) : gaps));
    const last = ring.steps[ring.steps.length - 1];
    const isWhole = ring.steps.every(({ step }, index) => step === index + 1);
    const digests = digestsAtEnd(ring);
    const batches = [ring.steps[0].effectiveBatch, last.effectiveBatch].map(formatCount);
    const pause = formatMs(pauseMs);
    const isEqual = isWhole && digests.different === 1;
    return {
      measured: { kind: 'number', value: Math.min(Math.max(pauseMs, 1), 30_000) },
      figures: [
        [figures.pause, pause],
        [figures.usual, formatMs(median(gaps))],
        [figures.members, `${before}, ${last.worldSize}`],
        [figures.batch, batches.join(', ')],
        [figures.lost, isWhole ? '0' : formatCount(last.step - ring.steps.length)],
        [figures.digests, figures.ofReplicas(digests.different, digests.replicas)],
      ],
      facts: [
        pauseMs,
        Number(isNoticed),
        Number(isWhole),
        last.worldSize,
        ring.steps[0].effectiveBatch,
        last.effectiveBatch,
      ],
      challenge: !isNoticed
        ? { isMet: false, why: challenge.unnoticed }
        : how !== 'vanish'
          ? { isMet: false, why: challenge.goodbye }
          : batches[0] !== batches[1]
            ? { isMet: false, why: challenge.batch(batches[0], batches[1]) }
            : isEqual
              ? { isMet: true, why: challenge.met }
              : { isMet: false, why: challenge.lost },
    };
  },
  explain({ replicas, how, batch }, facts) {
    const [pauseMs, isNoticed, isWhole, left, batchBefore, batchAfter] = facts.map((fact) => fact ?? NaN);
    const pause = formatMs(pauseMs);
    if (!isNoticed) return [explanation.none];
    return [
      how === 'vanish' ? explanation.vanish(pause) : explanation.goodbye(pause),
      ...(isWhole ? [explanation.kept(Number(replicas), left)] : [challenge.lost]),
      batch === 'fixed'
        ? explanation.fixed(formatCount(batchBefore))
        : explanation.shrank(formatCount(batchBefore), formatCount(batchAfter)),
    ];
  },
};

/** The times between one step and the next, ms. */
function gapsOf(steps: readonly TrialStep[]): readonly number[] {
  return steps.slice(1).map(({ atMs }, index) => atMs - steps[index].atMs);
}
