// A versioned state as a file: parameters by the names of the model's layers, and the optimizer's vectors and running
// products. The metadata holds the run state (configuration, step, data cursor) and the digest over everything.
import { compile } from '../../model/plan/plan';
import { encodeSafetensors, type NamedTensor } from '../../optim/state/safetensors';
import type { VersionedState } from './versioned-state';
import { stateShapeOf } from '../run/exact-update';
import { encodeRunState } from '../run/run-state';

/** `parameters.NAME`, `optimizer.m.NAME` … by slot, `optimizer.products` (f64), and strings only in the metadata. */
export function encodeCheckpoint(
  { state, tensors, digest }: VersionedState,
  lineage: string,
): Uint8Array<ArrayBuffer> {
  const { config, run, step, examples } = state;
  const { slots } = compile(config.model, config.microBatch);
  const named = (prefix: string, flat: Float32Array): NamedTensor[] =>
    slots.map(({ name, shape, offset }) => {
      const length = shape.reduce((a, b) => a * b, 1);
      return { name: `${prefix}.${name}`, shape, values: flat.subarray(offset, offset + length) };
    });
  const vectors = stateShapeOf(state).vectors.flatMap((name, i) =>
    named(`optimizer.${name}`, tensors.vectors[i]),
  );
  const { scalars } = tensors;
  const products = scalars.length > 0 ? [{ name: 'optimizer.products', shape: [scalars.length], values: scalars }] : []; // prettier-ignore
  return encodeSafetensors([...named('parameters', tensors.parameters), ...vectors, ...products], {
    format: 'lockstep-checkpoint-1',
    ...{ lineage, digest, run: String(run), step: String(step), examples: String(examples) },
    updates: String(tensors.step),
    state: encodeRunState(state),
  });
}

export function checkpointName(lineage: string, step: number): string {
  return `lockstep-${lineage}-step-${step}.safetensors`;
}
