// Predicted step times for other settings, in one sentence for each case.
import type { CodecKind } from '../../../src/codecs/setting';
import type { NotYet, WhatIf, WhatIfCase } from '../../../src/train/metrics/what-if';
import { formatMs, formatPercent } from './format';
import { sumsText } from '../../text/sums';

/** A smaller change is within the noise of the steps. */
const leastChange = 0.05;

export function fasterWords(nowMs: number, thenMs: number): string {
  const ratio = nowMs / thenMs;
  if (!Number.isFinite(ratio)) return sumsText.notYetKnown;
  if (Math.abs(ratio - 1) < leastChange) return sumsText.aboutFast;
  return ratio > 1 ? sumsText.faster(ratio.toFixed(1)) : sumsText.slower((1 / ratio).toFixed(1));
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
    sumsText.stepWouldTake(formatMs(stepMs), fasterWords(now.stepMs, stepMs));
  return [
    { label: sumsText.now, case: now, sentence: sumsText.stepTakes(formatMs(now.stepMs)) },
    ...(withoutSlowest
      ? [
          {
            label: sumsText.without(nameOf(withoutSlowest.member)),
            case: withoutSlowest.case,
            sentence: sumsText.without2(
              nameOf(withoutSlowest.member),
              then(withoutSlowest.case),
              examplesWords(now, withoutSlowest),
            ),
          },
        ]
      : []),
    {
      label: sumsText.noCommunication,
      case: noCommunication,
      sentence: sumsText.ifSendingTook(then(noCommunication)),
    },
    ...(overlap
      ? [
          {
            label: isOverlapped ? sumsText.withoutOverlap : sumsText.overlap,
            case: overlap,
            sentence: isOverlapped
              ? sumsText.ifSendingWaited(then(overlap))
              : sumsText.ifSendingBegan(then(overlap)),
          },
        ]
      : []),
    {
      label: sumsText.sent(sumsText.codecs[codec]),
      case: otherCodec,
      sentence: sumsText.sent2(sumsText.codecs[codec], then(otherCodec)),
    },
  ];
}

function examplesWords(
  now: WhatIfCase,
  { case: then, examplesShare }: WhatIf['withoutSlowest'] & {},
): string {
  if (examplesShare > 0.995) return '';
  const ratio = (now.stepMs / then.stepMs) * examplesShare;
  return sumsText.wouldExamplesMany(formatPercent(examplesShare, 0), ratio.toFixed(1));
}

export function notYetWords(why: NotYet): string {
  switch (why) {
    case 'alone':
      return sumsText.aloneThereNothing;
    case 'factors':
      return sumsText.notKnownPowersgd;
    case 'streaming':
      return sumsText.notKnownStreaming;
    case 'no-steps':
      return sumsText.notYetKnownNeeds;
    case 'no-rate':
      return sumsText.notYetKnownRate;
    case 'no-buckets':
      return sumsText.notYetKnownReplica;
    default:
      return why satisfies never;
  }
}

/** The assumptions of the predictions. */
export function assumptionWords(
  { steps, areSharesMeasured, overlap }: Pick<WhatIf, 'steps' | 'areSharesMeasured' | 'overlap'>,
  isDemo: boolean,
): string {
  // Without a case of overlap no bucket leaves before the end of computing.
  const shares = areSharesMeasured || !overlap ? '' : sumsText.whenBucketsWould;
  const device = isDemo ? sumsText.theseReplicasShare : '';
  return sumsText.fromLastSteps(steps, shares, device);
}
