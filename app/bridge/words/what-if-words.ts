// Predicted step times for other settings, in one sentence for each case.
import type { CodecKind } from '../../../src/codecs/setting';
import type { NotYet, WhatIf, WhatIfCase } from '../../../src/train/metrics/what-if';
import { formatCount, formatMs, formatPercent } from './format';
import { sumsText } from '../../text/sums';
import { whatifText } from '../../text/whatif';

/** A smaller change is within the noise of the steps. */
const leastChange = 0.05;

export function fasterWords(nowMs: number, thenMs: number): string {
  const ratio = nowMs / thenMs;
  if (!Number.isFinite(ratio)) return sumsText.notYetKnown;
  if (Math.abs(ratio - 1) < leastChange) return whatifText.aboutFast;
  return ratio > 1 ? whatifText.faster(ratio.toFixed(1)) : whatifText.slower((1 / ratio).toFixed(1));
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
  const then = ({ stepMs }: WhatIfCase): string =>
    whatifText.stepWouldTake(formatMs(stepMs), fasterWords(now.stepMs, stepMs));
  return [
    { label: whatifText.now, case: now, sentence: whatifText.stepTakes(formatMs(now.stepMs)) },
    ...(withoutSlowest
      ? [
          {
            label: whatifText.without(nameOf(withoutSlowest.member)),
            case: withoutSlowest.case,
            sentence: whatifText.without2(
              nameOf(withoutSlowest.member),
              then(withoutSlowest.case),
              examplesWords(now, withoutSlowest),
            ),
          },
        ]
      : []),
    {
      label: whatifText.noCommunication,
      case: noCommunication,
      sentence: whatifText.ifSendingTook(then(noCommunication)),
    },
    ...(overlap
      ? [
          {
            label: isOverlapped ? whatifText.withoutOverlap : whatifText.overlap,
            case: overlap,
            sentence: isOverlapped
              ? whatifText.ifSendingWaited(then(overlap))
              : whatifText.ifSendingBegan(then(overlap)),
          },
        ]
      : []),
    {
      label: whatifText.sent(sumsText.codecs[codec]),
      case: otherCodec,
      sentence: whatifText.sent2(sumsText.codecs[codec], then(otherCodec)),
    },
  ];
}

function examplesWords(
  now: WhatIfCase,
  { case: then, examplesShare }: WhatIf['withoutSlowest'] & {},
): string {
  if (examplesShare > 0.995) return '';
  const ratio = (now.stepMs / then.stepMs) * examplesShare;
  return whatifText.wouldExamplesMany(formatPercent(examplesShare, 0), ratio.toFixed(1));
}

export function notYetWords(why: NotYet): string {
  switch (why) {
    case 'alone':
      return whatifText.aloneThereNothing;
    case 'factors':
      return whatifText.notKnownPowersgd;
    case 'sums-beside':
      return whatifText.notKnownStreaming;
    case 'no-steps':
      return whatifText.notYetKnownNeeds;
    case 'no-rate':
      return whatifText.notYetKnownRate;
    case 'no-buckets':
      return whatifText.notYetKnownReplica;
    default:
      return why satisfies never;
  }
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
  const shares = areSharesMeasured || !overlap ? '' : whatifText.whenBucketsWould;
  const device = isDemo ? whatifText.theseReplicasShare : '';
  return whatifText.fromLastSteps(formatCount(usualStep), steps, shares, device);
}
