// A state of a run in the middle, with random tensors, for tests of checkpoints.
import { concatBytes } from '../../../base/bytes';
import { prng } from '../../../base/prng';
import { compile } from '../../../model/plan/plan';
import type { ModelSpec } from '../../../model/spec';
import { createTrainState } from '../../../optim/state/train-state';
import type { RunConfig } from '../../run/run-config';
import { newRun } from '../../run/run-state';
import { versionedState, type VersionedState } from '../../state/versioned-state';
import { testConfig } from '../../testing/real-ring';
import { checkpointPieces, type Surroundings } from '../write-checkpoint';

export const around: Surroundings = {
  lineage: 'ab12cd34',
  savedAtMs: Date.UTC(2026, 10, 22, 22, 40),
  loss: 0.125,
  engine: { backend: 'simd', device: 'CPU (SIMD, 2 threads)', precision: 'f32', kernels: 'relaxed' },
  vocabulary: undefined,
};

export function heldState(change: Partial<RunConfig> = {}): VersionedState {
  const config = { ...testConfig, ...change };
  const tensors = createTrainState(config.optimizer, compile(config.model, 1).parameterCount);
  const random = prng('checkpoint', 3);
  for (const array of [tensors.parameters, ...tensors.vectors])
    for (let i = 0; i < array.length; i++) array[i] = random.float() - 0.5;
  tensors.parameters.set([-0, 1e-45, 3.4e38]);
  if (tensors.scalars.length > 0) tensors.scalars.set([0.9 ** 7, 0.999 ** 7]);
  tensors.step = 7;
  return versionedState(
    {
      ...newRun(config),
      ...{ version: 12, initialized: true, status: 'running', step: 8, examples: 128, why: 'é“' },
      ...{ cursor: 140, redo: [[12, 4]], withheld: [[12, 2]] },
    },
    tensors,
  );
}

/** The same run with no number beyond f16, as the base of another one has to be. */
export function withinHalf({ state, tensors }: VersionedState): VersionedState {
  tensors.parameters.set([0.1, 0.2, 0.3]);
  return versionedState(state, tensors);
}

/** The same run with another number in its first layer. */
export function changed({ state, tensors }: VersionedState): VersionedState {
  tensors.parameters[5] += 1;
  return versionedState(state, tensors);
}

/** A run of this model on data of its shape. */
export function runOf(model: ModelSpec): Partial<RunConfig> {
  const [side, , channels] = model.inputShape;
  const isText = model.layers[0].kind === 'embedding';
  const sha256 = '0'.repeat(64);
  const classes = 2;
  return {
    model,
    data: isText
      ? { kind: 'stories', examples: 400, context: side }
      : { kind: 'idx', name: 'made up', sha256, examples: 400, inputShape: model.inputShape.slice(0, channels === undefined ? 2 : 3), classes }, // prettier-ignore
  };
}

export function fileBytes(held: VersionedState, surroundings = around): Uint8Array<ArrayBuffer> {
  return concatBytes(...checkpointPieces(held, surroundings));
}
