// A copy of what this replica holds, for the playground: a memory copy between two steps, then out of the step's way.
import type { Replica } from '../../train/participation/replica';
import { sheetOfData } from '../data-sheet';
import { heldOutOf, type Weights } from '../weights';

/** undefined: there are no trained parameters yet. */
export function takeWeights(
  { ready, held }: Pick<Replica, 'ready' | 'held'>,
  lineage: string,
  wantsHeldOut: boolean,
): Weights | undefined {
  if (!ready || !held?.state.initialized) return undefined;
  const { state, tensors } = held;
  return {
    config: state.config,
    lineage,
    step: state.step,
    parameters: new Float32Array(tensors.parameters), // not a view: a message would carry all memory under it
    vocabulary: ready.dataset.text?.vocabulary,
    heldOut: wantsHeldOut ? heldOutOf(ready.dataset, ready.split) : undefined,
    sheet: sheetOfData(state.config.data, ready),
  };
}
