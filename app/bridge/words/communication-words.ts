// What summing the gradients costs, in one sentence that is true now: alone, in a demo, while no step is taken.
import { formatMs } from './format';
import { sumsText } from '../../text/sums';

export interface CommunicationShown {
  /** All replicas are in this page. */
  readonly isDemo: boolean;
  /** Too few members can be heard: no step is taken. */
  readonly isStopped: boolean;
  readonly worldSize: number;
  /** Of the last steps; undefined: no sum yet. */
  readonly measuredMs: number | undefined;
  /** undefined: not yet known. */
  readonly predictedMs: number | undefined;
}

export function communicationWords(shown: CommunicationShown): string {
  const { isDemo, isStopped, worldSize, measuredMs, predictedMs } = shown;
  if (isStopped)
    return measuredMs === undefined ? sumsText.noSumTaken : sumsText.noSumTakenNow(formatMs(measuredMs));
  if (isDemo)
    return measuredMs === undefined
      ? sumsText.eachStepReplicas
      : sumsText.summingGradientsTakes(formatMs(measuredMs));
  if (worldSize < 2) return sumsText.aloneNoByte;
  if (measuredMs === undefined) return sumsText.eachStepReplicasSum;
  const against = predictedMs === undefined ? '' : sumsText.modelTheseLinks(formatMs(predictedMs));
  return sumsText.summingGradientsTakesStep(formatMs(measuredMs), against);
}
