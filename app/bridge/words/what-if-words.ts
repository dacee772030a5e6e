// Predicted step times for other settings, in one sentence for each case.
import type { CodecKind } from '../../../src/codecs/setting';
import type { NotYet, WhatIf, WhatIfCase } from '../../../src/train/metrics/what-if';
import { formatMs, formatPercent } from './format';
import { codecText } from './sum-words';

/** A smaller change is within the noise of the steps. */
const leastChange = 0.05;

export function fasterWords(nowMs: number, thenMs: number): string {
  const ratio = nowMs / thenMs;
  if (!Number.isFinite(ratio)) return 'not yet known';
  if (Math.abs(ratio - 1) < leastChange) return 'about as fast';
  return ratio > 1 ? `${ratio.toFixed(1)}× faster` : `${(1 / ratio).toFixed(1)}× slower`;
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
    `a step would take ${formatMs(stepMs)}: ${fasterWords(now.stepMs, stepMs)}`;
  return [
    { label: 'Now', case: now, sentence: `A step takes ${formatMs(now.stepMs)}.` },
    ...(withoutSlowest
      ? [
          {
            label: `Without ${nameOf(withoutSlowest.member)}`,
            case: withoutSlowest.case,
            sentence: `Without ${nameOf(withoutSlowest.member)} ${then(withoutSlowest.case)}.${examplesWords(now, withoutSlowest)}`,
          },
        ]
      : []),
    {
      label: 'No communication',
      case: noCommunication,
      sentence: `If sending took no time, ${then(noCommunication)}. No network makes it faster.`,
    },
    ...(overlap
      ? [
          {
            label: isOverlapped ? 'Without overlap' : 'With overlap',
            case: overlap,
            sentence: isOverlapped
              ? `If sending waited for the whole gradient, ${then(overlap)}.`
              : `If sending began during the backward pass, ${then(overlap)}.`,
          },
        ]
      : []),
    {
      label: `Sent as ${codecText(codec)}`,
      case: otherCodec,
      sentence: `Sent as ${codecText(codec)}, ${then(otherCodec)}.`,
    },
  ];
}

function examplesWords(
  now: WhatIfCase,
  { case: then, examplesShare }: WhatIf['withoutSlowest'] & {},
): string {
  if (examplesShare > 0.995) return '';
  const ratio = (now.stepMs / then.stepMs) * examplesShare;
  return ` It would have ${formatPercent(examplesShare, 0)} of the examples: ${ratio.toFixed(1)}× as many a second.`;
}

export function notYetWords(why: NotYet): string {
  switch (why) {
    case 'alone':
      return 'Alone there is nothing to change.';
    case 'factors':
      return 'Not known for PowerSGD: its second sum waits for the first.';
    case 'no-steps':
      return 'Not yet known: it needs a few steps of the same replicas and settings.';
    case 'no-rate':
      return 'Not yet known: the rate to the neighbours in the ring has not been measured.';
    case 'no-buckets':
      return 'Not yet known: this replica has not computed a gradient.';
    default:
      return why satisfies never;
  }
}

/** The assumptions of the predictions. */
export function assumptionWords({ steps, areSharesMeasured }: WhatIf, isDemo: boolean): string {
  const shares = areSharesMeasured
    ? ''
    : ' When buckets would leave is a guess: two thirds of the computing is the backward pass.';
  const device = isDemo ? ' These replicas share one device, which this leaves out.' : '';
  return `From the last ${steps} steps. It assumes that computing and sending do not slow each other, that all links are like yours, and that encoding takes no time.${shares}${device}`;
}
