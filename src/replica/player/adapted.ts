// Adapters in the playground: they become part of their base's weights, so that whatever plays with a model needs none of them.
// A base is read once, for new adapters come every few seconds.
import { SaidError } from '../../base/said-error';
import { mergedModel, readFrozen } from '../../train/checkpoint/export/merged-run';
import { keptFile } from '../files/shared-shelf';
import type { Weights } from '../weights';

export class Bases {
  #last: { readonly root: string; readonly frozen: Float32Array } | undefined;

  /** Throws where the base is not on this device. Without adapters the weights are those that were given. */
  async merged({ base: file, ...weights }: Weights): Promise<Weights> {
    const { config, parameters } = weights;
    const { adapters } = config.model;
    const { base: _, ...rest } = config;
    if (!adapters) return weights;
    const frozen = await this.#read(config, file);
    const { model, parameters: whole } = mergedModel(config.model, frozen, parameters);
    return {
      ...weights,
      config: { ...rest, model },
      parameters: whole as Float32Array<ArrayBuffer>,
      merged: { rank: adapters.rank, numbers: parameters.length },
    };
  }

  async #read(config: Weights['config'], file: Blob | undefined): Promise<Float32Array> {
    const root = config.base?.root ?? '';
    if (this.#last?.root === root) return this.#last.frozen;
    const read = await readFrozen(config, (named) =>
      file ? Promise.resolve(file) : keptFile({ folder: 'lockstep-named-files', stay: [] }, named.root),
    );
    if (!read.ok) throw new SaidError(read.error.says);
    this.#last = { root, frozen: read.value };
    return read.value;
  }
}
