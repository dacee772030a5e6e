// A peer dies: the last replica of a ring ends in mid-run, with a goodbye or without a word.
import { t } from '@lingui/core/macro';
import { formatCount, formatMs } from '../../bridge/words/format';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers } from '../core/control';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { digestsAtEnd, digestWords, median, type TrialStep } from '../core/trial';
import { words } from './words';

const steps = 160;
const afterStep = 60;
const each = 16;
const inAll = 48;

const controls = (): readonly Control[] => [
  control('replicas', t`Replicas at the start`, '4', numbers([3, 4, 6])),
  control('how', t`The last replica`, 'goodbye', [
    ['goodbye', t`says goodbye`],
    ['vanish', t`vanishes without a word`],
  ]),
  control('batch', t`The batch`, 'grow', [
    ['grow', t`16 examples each`],
    ['fixed', t`48 in all, shared`],
  ]),
];

export const peerDies: Lesson = {
  id: 'peer-dies',
  words,
  sum: { way: 'ring', tabs: 4, lost: 3 },
  controls,
  draws: 'steps by time',
  question: () => ({
    kind: 'number',
    text: t`How long will the ring stand still when the replica ends?`,
    unit: 'ms',
    least: 1,
    most: 30_000,
    factor: 2,
  }),
  trials: ({ replicas, how, batch }, base) => [
    {
      label: () => t`${replicas} replicas, then one fewer`,
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
        [t`Longest pause around the death`, pause],
        [t`A usual step`, formatMs(median(gaps))],
        [t`Replicas: before, after`, `${before}, ${last.worldSize}`],
        [t`Effective batch: before, after`, batches.join(', ')],
        [t`Steps lost`, isWhole ? '0' : formatCount(last.step - ring.steps.length)],
        [t`Digests at the end`, digestWords(digests)],
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
        ? missed(t`The run was over before the others had noticed the death.`)
        : how !== 'vanish'
          ? missed(t`The replica said goodbye. The challenge asks for one that vanishes.`)
          : batches[0] !== batches[1]
            ? missed(
                t`The effective batch changed from ${{ before: batches[0] }} to ${{ after: batches[1] }}.`,
              )
            : isEqual
              ? met(t`The batch stayed, no step was lost, and all who are left are equal in every bit.`)
              : missed(t`A step is missing, or the digests differ. That must not happen: please report it.`),
    };
  },
  explain({ replicas, how, batch }, facts) {
    const [pauseMs, isNoticed, isWhole, left, batchBefore, batchAfter] = facts.map((fact) => fact ?? NaN);
    const pause = formatMs(pauseMs);
    if (!isNoticed)
      return [t`The run ended before the others had noticed the death. Nothing is known of the pause.`];
    return [
      how === 'vanish'
        ? t`Nobody said anything. Each replica sends a sign of life several times a second, and the others waited until they had heard none for too long. Then they agreed that it was gone. The ring stood still for ${pause}.`
        : t`With a goodbye the others knew at once. They agreed on a new ring and went on after ${pause}.`,
      isWhole
        ? t`No step was lost: the steps before and after follow each other without a gap. Those who were left held all weights, so ${{ after: left }} of ${{ before: Number(replicas) }} were enough to go on. A step that was cut off is summed again without the one that is gone.`
        : t`A step is missing, or the digests differ. That must not happen: please report it.`,
      batch === 'fixed'
        ? t`The batch of ${{ batch: formatCount(batchBefore) }} is for the whole ring, so the others shared the examples of the one that is gone.`
        : t`Each replica takes its own 16 examples, so the effective batch fell from ${{ before: formatCount(batchBefore) }} to ${{ after: formatCount(batchAfter) }}.`,
    ];
  },
};

/** The times between one step and the next, ms. */
function gapsOf(steps: readonly TrialStep[]): readonly number[] {
  return steps.slice(1).map(({ atMs }, index) => atMs - steps[index].atMs);
}
