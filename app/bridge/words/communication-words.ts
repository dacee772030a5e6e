// What summing the gradients, or with local steps the changes of the weights, costs, in one sentence that is true now: alone, in a demo, while no step is taken.
import { formatMs } from './format';
import { sumsText } from '../../text/sums';

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
  const what = isLocal ? sumsText.changes : sumsText.gradients;
  if (isStopped)
    return measuredMs === undefined ? sumsText.noSumTaken : sumsText.noSumTakenNow(formatMs(measuredMs));
  if (isDemo)
    return measuredMs === undefined
      ? sumsText.eachStepReplicas(what)
      : sumsText.summingGradientsTakes(what, formatMs(measuredMs));
  if (worldSize < 2) return sumsText.aloneNoByte;
  if (measuredMs === undefined) return sumsText.eachStepReplicasSum(what);
  const against = predictedMs === undefined ? '' : sumsText.modelTheseLinks(formatMs(predictedMs));
  return sumsText.summingGradientsTakesStep(what, formatMs(measuredMs), against);
}
