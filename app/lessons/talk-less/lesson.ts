// Talk less: a sum after every step, against a sum after H local steps.
import { plural, select, t } from '@lingui/core/macro';
import { formatBytes, formatCount, formatPercent, formatValue, sentencesOf } from '../../bridge/words/format';
import { besideOf } from '../core/beside';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers } from '../core/control';
import { pointsOf } from '../core/curve';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { bytesInAll } from '../core/trial';
import { words } from './words';

const replicas = 3;
/** The steps of each replica, in each of both runs. */
const steps = 384;
const tolerance = 0.1;
const mostShare = 0.05;
/** The share of the loss of a sum after every step. */
const mostLoss = 0.75;
const fewSums = 4;
/** The rate and the momentum of DiLoCo’s paper (arXiv 2311.08105). */
const nesterov = { kind: 'nesterov', learningRate: 0.7, momentum: 0.9 } as const;

const controls = (): readonly Control[] => [
  control('inner', t`Local steps between two sums`, '4', numbers([1, 2, 4, 16, 48, 192])),
  control('method', t`The average change is`, 'average', [
    ['average', t`taken as it is (local SGD)`],
    ['nesterov', t`a step with momentum (DiLoCo)`],
  ]),
  control('batch', t`Examples per replica and step`, '16', numbers([8, 16])),
];

export const talkLess: Lesson = {
  id: 'talk-less',
  words,
  controls,
  compares: 'end',
  xAxis: 'examples',
  question: () => ({
    kind: 'choice',
    text: t`How will the loss at the end stand beside that of a sum after every step?`,
    options: [
      ['lower', t`More than 10\u00a0% lower`],
      ['equal', t`Within 10\u00a0% of it`],
      ['higher', t`More than 10\u00a0% higher`],
    ],
  }),
  trials({ inner, method, batch }, base) {
    const innerSteps = Number(inner);
    const run = runOf(base, { localBatch: Number(batch) }, steps);
    return [
      {
        label: () => t`A sum after every step`,
        colour: 'vermillion',
        replicas,
        steps,
        config: run,
      },
      {
        label: () =>
          t`${plural({ steps: Number(inner) }, { one: 'A sum after 1 local step', other: `A sum after ${inner} local steps` })}`,
        colour: 'blue',
        dash: '7 4',
        replicas,
        steps: steps / innerSteps,
        config: {
          ...run,
          evaluateEvery: runOf(base, {}, steps / innerSteps).evaluateEvery,
          sync: {
            kind: 'local',
            innerSteps,
            outer: method === 'nesterov' ? nesterov : { kind: 'average' },
          },
        },
      },
    ];
  },
  outcome(_, [every, local]) {
    const [all, sent] = [bytesInAll(every), bytesInAll(local)];
    const share = sent / all;
    const [reference, reached] = [every, local].map(
      ({ steps }) => pointsOf(steps, talkLess).at(-1)?.y ?? NaN,
    );
    const ratio = reached / reference - 1;
    const option = optionOf(ratio);
    const shareWords = formatPercent(share);
    const { side, percent } = besideOf(ratio);
    const sums = formatCount(local.steps.length);
    return {
      measured: { kind: 'choice', option },
      figures: [
        [t`Sums: before, yours`, `${formatCount(every.steps.length)}, ${sums}`],
        [t`Bytes in all: before, yours`, `${formatBytes(all)}, ${formatBytes(sent)}`],
        [t`Share of the bytes`, shareWords],
        [t`Held-out loss at the end: before, yours`, `${formatValue(reference)}, ${formatValue(reached)}`],
      ],
      facts: [local.steps.length, share, ratio],
      challenge:
        share > mostShare
          ? missed(t`You still send ${{ share: shareWords }} of the bytes.`)
          : reached <= mostLoss * reference
            ? met(
                t`${{ share: shareWords }} of the bytes, and a loss ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of a sum after every step.`,
              )
            : missed(
                t`The bytes are few enough, but the loss is ${select(side, { above: `${percent} above`, other: `${percent} below` })} that of a sum after every step.`,
              ),
      bars: {
        title: t`Bytes that one replica sent in all`,
        limit: { value: mostShare * all, words: t`a twentieth` },
        items: [
          { label: every.trial.label(), value: all, words: formatBytes(all) },
          { label: local.trial.label(), value: sent, words: formatBytes(sent) },
        ],
      },
    };
  },
  explain({ method, inner }, facts) {
    const [sums, share, ratio] = facts.map((fact) => fact ?? NaN);
    const option = optionOf(ratio);
    return sentencesOf(
      inner === '1'
        ? method === 'nesterov'
          ? t`It talked as often as the ring before. So what differs between the two comes from the momentum alone.`
          : t`An average after each local step is the same as a sum after every step: the curves lie on each other.`
        : option === 'higher'
          ? sums <= fewSums
            ? t`There were only ${{ sums: formatCount(sums) }} sums. Between them the replicas trained alone for long, each its own way, and the average of models that are far apart is worth less.`
            : t`Each replica walked its own way between two sums. The average of their changes brought the model less far than as many steps together.`
          : option === 'lower'
            ? t`It came further than with a sum after every step, though the replicas talked less.`
            : t`Between two sums the replicas did not drift far, so the average of their changes was still a good step for all.`,
      t`Both rings took ${{ steps: formatCount(steps) }} steps. Yours made ${{ sums: formatCount(sums) }} sums, and one replica sent ${{ share: formatPercent(share) }} of the bytes.`,
      method === 'nesterov' &&
        t`With DiLoCo the average change is treated as a gradient: an outer optimizer with momentum takes the step. The momentum carries the changes of earlier sums on, so its steps are longer: the gain comes from there, not from talking less. With few sums there is little to carry on.`,
    );
  },
};

/** `ratio`: how much larger the loss is, as a share. */
function optionOf(ratio: number): 'higher' | 'lower' | 'equal' {
  return ratio > tolerance ? 'higher' : ratio < -tolerance ? 'lower' : 'equal';
}
