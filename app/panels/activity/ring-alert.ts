// The alert that a ring needs now, with its one next step. Pure.
import { t } from '@lingui/core/macro';
import { valuesOf } from '../../../src/base/sayings';
import type { Snapshot } from '../../../src/replica/protocol';
import type { Alert, AlertAct } from '../../bridge/session/held-alert';
import { digestGroups } from '../../bridge/words/disagreement';
import { formatDigest, formatNames } from '../../bridge/words/format';
import { peerName } from '../../bridge/words/peer-names';
import { sayingWords } from '../../bridge/words/saying-words';

export function alertOf(shown: Snapshot): Alert | undefined {
  const { alarm } = shown;
  if (shown.lockstep === 'disagreed')
    return {
      cause: 'split',
      title: t`The replicas do not hold the same state.`,
      text: splitWords(shown),
      isUrgent: true,
    };
  if (!alarm) return undefined;
  const text = t`Likely cause: ${{ cause: sayingWords(alarm.cause) }}. ${{ sentence: sentence(sayingWords(alarm.advice)) }}`;
  return {
    cause: sayingWords(alarm.cause),
    title: sentence(sayingWords(alarm.sign)),
    text,
    act: actOf(alarm, shown.learningRate),
    isUrgent: false,
  };
}

/** A rate that the advice names, or the one that undoes the rise with the batch; or the list with the faulty device. */
function actOf({ cause, advice }: NonNullable<Snapshot['alarm']>, rateNow: number): AlertAct | undefined {
  if (advice.code === 'advice-look-at-device') return { kind: 'people' };
  const [{ rate }, { from, to, isLinear }] = [valuesOf(advice), valuesOf(cause)];
  if (typeof rate === 'number') return rate > 0 ? { kind: 'rate', rate } : undefined;
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  const share = isLinear ? from / to : Math.sqrt(from / to);
  return { kind: 'rate', rate: Number((rateNow * share).toPrecision(2)) };
}

function splitWords(shown: Snapshot): string {
  const [held, ...others] = digestGroups(shown);
  if (!held || others.length === 0) return t`The ring compares them again before the next step.`;
  const odd = others
    .map(
      ({ digest, peers }) => `${formatNames(peers.map((id) => peerName(shown, id)))} ${formatDigest(digest)}`,
    )
    .join(', ');
  return t`The ring holds ${{ digest: formatDigest(held.digest) }}, but ${odd}. Those replicas fetch the ring’s state before the next step: progress is safe.`;
}

/** The ring's text, as a sentence. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
