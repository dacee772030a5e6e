// Talk less: a sum after every step, against a sum after H local steps.
import { formatBytes, formatCount, formatPercent, formatValue } from '../../bridge/words/format';
import { besideOf } from '../core/beside';
import type { Control } from '../core/control';
import type { Lesson } from '../core/lesson';
import { runOf } from '../core/run-of';
import { bytesInAll, heldOutLoss } from '../core/trial';
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

const controls: readonly Control[] = [
  {
    id: 'inner',
    get label() {
      return names.inner;
    },
    options: [1, 2, 4, 16, 48, 192].map((inner) => [String(inner), String(inner)]),
    initial: '4',
  },
  {
    id: 'method',
    get label() {
      return names.method;
    },
    get options(): Control['options'] {
      return options.method;
    },
    initial: 'average',
  },
  {
    id: 'batch',
    get label() {
      return names.batch;
    },
    options: [8, 16].map((batch) => [String(batch), String(batch)]),
    initial: '16',
  },
];

export const talkLess: Lesson = {
  id: 'talk-less',
  words,
  controls,
  smoothing: 1,
  xAxis: 'examples',
  question: () => ({ kind: 'choice', ...question }),
  trials({ inner, method, batch }, base) {
    const innerSteps = Number(inner);
    const run = runOf(base, { localBatch: Number(batch), evaluateEvery: steps });
    return [
      {
        get label() {
          return labels.every;
        },
        colour: 'vermillion',
        replicas,
        steps,
        config: run,
      },
      {
        get label() {
          return labels.local(inner);
        },
        colour: 'blue',
        dash: '7 4',
        replicas,
        steps: steps / innerSteps,
        config: {
          ...run,
          evaluateEvery: steps / innerSteps,
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
    const [reference, reached] = [heldOutLoss(every), heldOutLoss(local)];
    const ratio = reached / reference - 1;
    const option = optionOf(ratio);
    const shareWords = formatPercent(share);
    const beside = besideOf(ratio);
    const sums = formatCount(local.steps.length);
    return {
      measured: { kind: 'choice', option },
      figures: [
        [figures.sums, `${formatCount(every.steps.length)}, ${sums}`],
        [figures.bytes, `${formatBytes(all)}, ${formatBytes(sent)}`],
        [figures.share, shareWords],
        [figures.loss, `${formatValue(reference)}, ${formatValue(reached)}`],
      ],
      facts: [local.steps.length, share, ratio],
      challenge:
        share > mostShare
          ? { isMet: false, why: challenge.bytes(shareWords) }
          : reached <= mostLoss * reference
            ? { isMet: true, why: challenge.met(shareWords, beside) }
            : { isMet: false, why: challenge.loss(beside) },
      bars: {
        title: figures.barTitle,
        items: [
          { label: every.trial.label, value: all, words: formatBytes(all) },
          { label: local.trial.label, value: sent, words: formatBytes(sent) },
        ],
      },
    };
  },
  explain({ method, inner }, facts) {
    const [sums, share, ratio] = facts.map((fact) => fact ?? NaN);
    const option = optionOf(ratio);
    return [
      explanation.sums(formatCount(steps), formatCount(sums), formatPercent(share)),
      ...(inner === '1'
        ? [method === 'nesterov' ? explanation.asOften : explanation.same]
        : option === 'higher'
          ? [sums <= fewSums ? explanation.few(formatCount(sums)) : explanation.higher]
          : [option === 'lower' ? explanation.lower : explanation.good]),
      ...(method === 'nesterov' ? [explanation.momentum] : []),
    ];
  },
};

/** `ratio`: how much larger the loss is, as a share. */
function optionOf(ratio: number): 'higher' | 'lower' | 'equal' {
  return ratio > tolerance ? 'higher' : ratio < -tolerance ? 'lower' : 'equal';
}
