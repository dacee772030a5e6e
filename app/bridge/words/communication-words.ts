// What summing the gradients, or with local steps the changes of the weights, costs, in one sentence that is true now: alone, in a demo, while no step is taken.
import { t } from '@lingui/core/macro';
import { formatMs } from './format';

export interface CommunicationShown {
  /** All replicas are in this page. */
  readonly isDemo: boolean;
  /** Too few members can be heard: no step is taken. */
  readonly isStopped: boolean;
  /** Changes of the weights are summed, not gradients. */
  readonly isLocal: boolean;
  readonly worldSize: number;
  /** The measured time of the last steps; undefined: no sum yet. */
  readonly measuredMs: number | undefined;
  /** undefined: not yet known. */
  readonly predictedMs: number | undefined;
}

export function communicationWords(shown: CommunicationShown): string {
  const { isDemo, isStopped, isLocal, worldSize, measuredMs, predictedMs } = shown;
  const what = isLocal ? t`changes` : t`gradients`;
  if (isStopped)
    return measuredMs === undefined
      ? t`No sum is taken now.`
      : t`No sum is taken now; the last ones took ${{ measuredMs: formatMs(measuredMs) }} a step.`;
  if (isDemo)
    return measuredMs === undefined
      ? t`Each step the replicas pass their ${what} around, within this page.`
      : t`Summing the ${what} takes ${{ measuredMs: formatMs(measuredMs) }} a step, within this page.`;
  if (worldSize < 2) return t`Alone, no byte leaves this device.`;
  if (measuredMs === undefined)
    return t`Each step the replicas sum their ${what}; how long that takes is not yet known.`;
  const measured = formatMs(measuredMs);
  return predictedMs === undefined
    ? t`Summing the ${what} takes ${measured} a step.`
    : t`Summing the ${what} takes ${measured} a step; the model of these links says ${{ predicted: formatMs(predictedMs) }}.`;
}
