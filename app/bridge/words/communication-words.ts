// What summing the gradients costs, in one sentence that is true now: alone, in a demo, while no step is taken.
import { formatMs } from './format';

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
    return measuredMs === undefined
      ? 'No sum is taken now.'
      : `No sum is taken now; the last ones took ${formatMs(measuredMs)} a step.`;
  if (isDemo)
    return measuredMs === undefined
      ? 'Each step the replicas pass their gradients around, within this page.'
      : `Summing the gradients takes ${formatMs(measuredMs)} a step, within this page.`;
  if (worldSize < 2) return 'Alone, no byte leaves this device.';
  if (measuredMs === undefined)
    return 'Each step the replicas sum their gradients; how long that takes is not yet known.';
  const against = predictedMs === undefined ? '' : `; the model of these links says ${formatMs(predictedMs)}`;
  return `Summing the gradients takes ${formatMs(measuredMs)} a step${against}.`;
}
