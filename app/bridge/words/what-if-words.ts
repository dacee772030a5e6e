// Predicted step times for other settings, in one sentence for each case.
import { t } from '@lingui/core/macro';
import type { CodecKind } from '../../../src/codecs/setting';
import type { NotYet, WhatIf, WhatIfCase } from '../../../src/train/metrics/what-if';
import { formatCount, formatFixed, formatMs, formatPercent, sentencesOf } from './format';
import { codecNames } from './sum-words';

/** A smaller change is within the noise of the steps. */
const leastChange = 0.05;

export function fasterWords(nowMs: number, thenMs: number): string {
  const ratio = nowMs / thenMs;
  if (!Number.isFinite(ratio)) return t`not yet known`;
  if (Math.abs(ratio - 1) < leastChange) return t`about as fast`;
  return ratio > 1
    ? t`${{ ratio: formatFixed(ratio, 1) }}× faster`
    : t`${{ value: formatFixed(1 / ratio, 1) }}× slower`;
}

export interface WhatIfLine {
  readonly label: string;
  readonly case: WhatIfCase;
  readonly sentence: string;
}

/** `nameOf`: of a member's id. */
export function whatIfLines(
  { now, withoutSlowest, noCommunication, overlap, otherCodec }: WhatIf,
  isOverlapped: boolean,
  codec: CodecKind,
  nameOf: (member: string) => string,
): readonly WhatIfLine[] {
  const change = ({ stepMs }: WhatIfCase): string => fasterWords(now.stepMs, stepMs);
  return [
    { label: t`Now`, case: now, sentence: t`A step takes ${{ stepMs: formatMs(now.stepMs) }}.` },
    ...(withoutSlowest
      ? [
          {
            label: t`Without ${{ member: nameOf(withoutSlowest.member) }}`,
            case: withoutSlowest.case,
            sentence: withoutWords(nameOf(withoutSlowest.member), now, withoutSlowest),
          },
        ]
      : []),
    {
      label: t`No communication`,
      case: noCommunication,
      sentence: t`If sending took no time, a step would take ${{ stepMs: formatMs(noCommunication.stepMs) }}: ${{ change: change(noCommunication) }}. No network makes it faster.`,
    },
    ...(overlap
      ? [
          {
            label: isOverlapped ? t`Without overlap` : t`With overlap`,
            case: overlap,
            sentence: isOverlapped
              ? t`If sending waited for the whole gradient, a step would take ${{ stepMs: formatMs(overlap.stepMs) }}: ${{ change: change(overlap) }}.`
              : t`If sending began during the backward pass, a step would take ${{ stepMs: formatMs(overlap.stepMs) }}: ${{ change: change(overlap) }}.`,
          },
        ]
      : []),
    {
      label: t`Sent as ${{ codecText: codecNames[codec]() }}`,
      case: otherCodec,
      sentence: t`Sent as ${{ codec: codecNames[codec]() }}, a step would take ${{ stepMs: formatMs(otherCodec.stepMs) }}: ${{ change: change(otherCodec) }}.`,
    },
  ];
}

function withoutWords(
  member: string,
  now: WhatIfCase,
  { case: then, examplesShare }: WhatIf['withoutSlowest'] & {},
): string {
  const change = fasterWords(now.stepMs, then.stepMs);
  const stepMs = formatMs(then.stepMs);
  const ratio = formatFixed((now.stepMs / then.stepMs) * examplesShare, 1);
  return sentencesOf(
    t`Without ${member} a step would take ${stepMs}: ${change}.`,
    examplesShare <= 0.995 &&
      t`It would have ${{ examplesShare: formatPercent(examplesShare, 0) }} of the examples: ${ratio}× as many a second.`,
  ).join(' ');
}

const notYet: Readonly<Record<NotYet, () => string>> = {
  alone: () => t`Alone there is nothing to change.`,
  factors: () => t`Not known for PowerSGD: its second sum waits for the first.`,
  'sums-beside': () =>
    t`Not known for Streaming DiLoCo: its sums travel during the inner steps of the next step.`,
  'no-steps': () => t`Not yet known: it needs a few steps of the same replicas and settings.`,
  'no-rate': () => t`Not yet known: the rate to the neighbours in the ring has not been measured.`,
  'no-buckets': () => t`Not yet known: this replica has not computed a gradient.`,
};

export function notYetWords(why: NotYet): string {
  return notYet[why]();
}

/** The assumptions of the predictions. */
export function assumptionWords(
  {
    steps,
    usualStep,
    areSharesMeasured,
    overlap,
  }: Pick<WhatIf, 'steps' | 'usualStep' | 'areSharesMeasured' | 'overlap'>,
  isDemo: boolean,
): string {
  // No bucket leaves before the end of computing without a case of overlap.
  const isGuess = !areSharesMeasured && overlap !== undefined;
  return sentencesOf(
    t`Each case is step ${{ usual: formatCount(usualStep) }} once more, the most usual one of the last ${steps}. It assumes that computing and sending do not slow each other, that all links are like yours, and that encoding takes no time.`,
    isGuess && t`When buckets would leave is a guess: two thirds of the computing is the backward pass.`,
    isDemo && t`These replicas share one device, which this leaves out.`,
  ).join(' ');
}
