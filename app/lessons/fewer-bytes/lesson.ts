// Fewer bytes: the same ring with plain sums, then with a codec.
import { codecNamed, type CodecKind } from '../../../src/codecs/setting';
import { formatBytes, formatCount, formatPercent, formatValue } from '../../bridge/words/format';
import { besideOf } from '../core/beside';
import type { Control } from '../core/control';
import type { Lesson } from '../core/lesson';
import { modelOf, runOf } from '../core/run-of';
import { bytesPerStep, heldOutLoss } from '../core/trial';
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
const mostShare = 0.25;
const mostLoss = 1.05;
/** Losses that differ by less are said to be as one. */
const least = 0.001;
/** The bytes of a member’s record in each step (PROTOCOL.md). */
const recordBytes = 288;

const controls: readonly Control[] = [
  {
    id: 'codec',
    get label() {
      return names.codec;
    },
    get options(): Control['options'] {
      return options.codec;
    },
    initial: 'int8',
  },
  {
    id: 'width',
    get label() {
      return names.width;
    },
    get options(): Control['options'] {
      return [
        ['32', formatCount(1218)],
        ['64', formatCount(4482)],
      ];
    },
    initial: '32',
  },
  {
    id: 'steps',
    get label() {
      return names.steps;
    },
    options: [
      ['200', '200'],
      ['400', '400'],
    ],
    initial: '400',
  },
];

export const fewerBytes: Lesson = {
  id: 'fewer-bytes',
  words,
  controls,
  smoothing: 5,
  question: () => ({ kind: 'number', text: question.text, unit: '%', least: 1, most: 200, factor: 1.25 }),
  trials({ codec, width, steps }, base) {
    const run = (kind: CodecKind) =>
      runOf(base, {
        model: modelOf([Number(width), Number(width)]),
        localBatch: 16,
        evaluateEvery: Number(steps),
        buckets: { ...base.buckets, codec: codecNamed(kind) },
      });
    const both = { replicas, steps: Number(steps) };
    return [
      {
        get label() {
          return labels.plain;
        },
        colour: 'vermillion',
        config: run('f32'),
        ...both,
      },
      {
        get label() {
          return codec === 'f32' ? labels.same : labels.coded(codec);
        },
        colour: 'blue',
        dash: '7 4',
        config: run(codec as CodecKind),
        ...both,
      },
    ];
  },
  outcome(_, [plain, coded]) {
    const [all, sent] = [bytesPerStep(plain), bytesPerStep(coded)];
    const share = sent / all;
    const [reference, reached] = [heldOutLoss(plain), heldOutLoss(coded)];
    const ratio = reached / reference;
    const shareWords = formatPercent(share, 0);
    const beside = besideOf(ratio - 1, least);
    const perNumber = [all / plain.parameters, sent / coded.parameters].map((bytes) => bytes.toFixed(2));
    return {
      measured: { kind: 'number', value: share * 100 },
      figures: [
        [figures.bytes, `${formatBytes(all)}, ${formatBytes(sent)}`],
        [figures.share, shareWords],
        [figures.perNumber, perNumber.join(', ')],
        [figures.loss, `${formatValue(reference)}, ${formatValue(reached)}`],
      ],
      facts: [sent, share, ratio],
      challenge:
        share > mostShare
          ? { isMet: false, why: challenge.bytes(shareWords) }
          : ratio <= mostLoss
            ? { isMet: true, why: challenge.met(shareWords, beside) }
            : { isMet: false, why: challenge.loss(beside) },
      bars: {
        title: figures.barTitle,
        items: [
          { label: plain.trial.label, value: all, words: formatBytes(all) },
          { label: coded.trial.label, value: sent, words: formatBytes(sent) },
        ],
      },
    };
  },
  explain({ codec, steps }, facts) {
    const [sent, share, ratio] = facts.map((fact) => fact ?? NaN);
    return [
      ...(codec === 'f32'
        ? [explanation.plain]
        : [explanation.sent(formatBytes(sent), formatPercent(share, 0))]),
      codec === 'sign' || codec === 'top-k' ? explanation.gathered : explanation.ring,
      explanation.envelope(formatBytes(recordBytes)),
      ...(codec === 'f32' ? [] : [explanation.loss(besideOf(ratio - 1, least))]),
      ...(ratio > mostLoss ? [explanation.late(steps)] : []),
    ];
  },
};
