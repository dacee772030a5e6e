// Fewer bytes: the same ring with plain sums, then with a codec.
import { select, t } from '@lingui/core/macro';
import { codecNamed, type CodecKind } from '../../../src/codecs/setting';
import {
  formatBytes,
  formatCount,
  formatFixed,
  formatPercent,
  formatValue,
  sentencesOf,
} from '../../bridge/words/format';
import { besideOf } from '../core/beside';
import { met, missed } from '../core/challenge';
import { control, type Control, numbers } from '../core/control';
import { pointsOf } from '../core/curve';
import type { Lesson } from '../core/lesson';
import { modelOf, runOf } from '../core/run-of';
import { bytesPerStep } from '../core/trial';
import { words } from './words';

const replicas = 3;
const mostShare = 0.25;
const mostLoss = 1.05;
/** Losses that differ by less are said to be as one. */
const least = 0.001;
/** The bytes of a member’s record in each step (PROTOCOL.md). */
const recordBytes = 288;

const controls = (): readonly Control[] => [
  control('codec', t`Each number is sent as`, 'int8', [
    ['f32', t`4 bytes`],
    ['fp16', t`2 bytes (fp16)`],
    ['int8', t`1 byte (int8)`],
    ['int4', t`half a byte (int4)`],
    ['sign', t`its sign`],
    ['top-k', t`only the largest 1.6\u00a0% (top-k)`],
  ]),
  control('width', t`Numbers in the gradient`, '32', [
    ['32', formatCount(1218)],
    ['64', formatCount(4482)],
  ]),
  control('steps', t`Steps`, '384', numbers([192, 384])),
];

export const fewerBytes: Lesson = {
  id: 'fewer-bytes',
  words,
  controls,
  smoothing: 3,
  compares: 'end',
  question: () => ({
    kind: 'number',
    text: t`How many bytes will be sent, in percent of those with four bytes a number?`,
    unit: '%',
    least: 1,
    most: 200,
    factor: 1.25,
  }),
  trials({ codec, width, steps }, base) {
    const run = (kind: CodecKind) =>
      runOf(
        base,
        {
          model: modelOf([Number(width), Number(width)]),
          localBatch: 16,
          buckets: { ...base.buckets, codec: codecNamed(kind) },
        },
        Number(steps),
      );
    const both = { replicas, steps: Number(steps) };
    return [
      {
        label: () => t`Four bytes a number`,
        colour: 'vermillion',
        config: run('f32'),
        ...both,
      },
      {
        label: () => (codec === 'f32' ? t`The same once more` : t`With the codec ${codec}`),
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
    const [reference, reached] = [plain, coded].map(
      ({ steps }) => pointsOf(steps, fewerBytes).at(-1)?.y ?? NaN,
    );
    const ratio = reached / reference;
    const shareWords = formatPercent(share, 0);
    const { side, percent } = besideOf(ratio - 1, least);
    const perNumber = [all / plain.parameters, sent / coded.parameters].map((bytes) => formatFixed(bytes, 2));
    return {
      measured: { kind: 'number', value: share * 100 },
      figures: [
        [t`Bytes a step: plain, yours`, `${formatBytes(all)}, ${formatBytes(sent)}`],
        [t`Share of the bytes`, shareWords],
        [t`Bytes a number: plain, yours`, perNumber.join(', ')],
        [t`Held-out loss at the end: plain, yours`, `${formatValue(reference)}, ${formatValue(reached)}`],
      ],
      facts: [sent, share, ratio],
      challenge:
        share > mostShare
          ? missed(t`You still send ${{ share: shareWords }} of the bytes.`)
          : ratio <= mostLoss
            ? met(
                t`${{ share: shareWords }} of the bytes, and a loss ${select(side, { near: `within ${percent} of`, above: `${percent} above`, other: `${percent} below` })} the plain one.`,
              )
            : missed(
                t`The bytes are few enough, but the loss is ${select(side, { near: `within ${percent} of`, above: `${percent} above`, other: `${percent} below` })} the plain one.`,
              ),
      bars: {
        title: t`Bytes that one replica sends in a step`,
        limit: { value: mostShare * all, words: t`a quarter` },
        items: [
          { label: plain.trial.label(), value: all, words: formatBytes(all) },
          { label: coded.trial.label(), value: sent, words: formatBytes(sent) },
        ],
      },
    };
  },
  explain({ codec, steps }, facts) {
    const [sent, share, ratio] = facts.map((fact) => fact ?? NaN);
    const { side, percent } = besideOf(ratio - 1, least);
    return sentencesOf(
      codec === 'f32'
        ? t`Four bytes a number is what the plain run sends too. Both runs are equal in every bit.`
        : t`One replica sent ${{ bytes: formatBytes(sent) }} a step, ${{ share: formatPercent(share, 0) }} of the plain ones.`,
      codec === 'sign' || codec === 'top-k'
        ? t`Signs and largest numbers cannot be added on the way. Every replica sends its own to all others, and each adds them up.`
        : t`With three replicas a ring sends four thirds of the gradient from each of them: two thirds while the parts are added, two thirds to share the sums.`,
      t`Not all of it is gradient. Around each part of a gradient there is a header, and in each step every member sends a record of ${{ records: formatBytes(recordBytes) }} that says what it has and what it plans. A codec does not shrink these.`,
      codec !== 'f32' &&
        t`The loss at the end is ${select(side, { near: `within ${percent} of`, above: `${percent} above`, other: `${percent} below` })} that of the plain run.`,
      ratio > mostLoss &&
        t`The codec kept much back and sent it later, or not before the end. So in ${steps} steps the ring came less far.`,
    );
  },
};
