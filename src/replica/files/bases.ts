// The trained parameters of a run join its base, so that whoever plays with the model, or gets a copy of it, has it whole. A
// base is read once, for new parameters come every few seconds.
import { SaidError } from '../../base/said-error';
import { hasBase } from '../../model/spec';
import { mergedModel, readFrozen } from '../../train/checkpoint/export/merged-run';
import { keptNamed } from './shared-shelf';
import type { Weights } from '../weights';

export class Bases {
  #last: { readonly root: string; readonly frozen: Float32Array } | undefined;

  /** Throws where the base is not on this device. Without one the weights are those that were given. */
  async merged({ base: file, ...weights }: Weights): Promise<Weights> {
    const { config, parameters } = weights;
    const { base: _, ...rest } = config;
    if (!hasBase(config.model)) return weights;
    const frozen = await this.#read(config, file);
    const { model, parameters: whole } = mergedModel(config.model, frozen, parameters);
    return {
      ...weights,
      config: { ...rest, model },
      parameters: whole as Float32Array<ArrayBuffer>,
      merged: { rank: config.model.adapters?.rank, numbers: parameters.length },
    };
  }

  async #read(config: Weights['config'], file: Blob | undefined): Promise<Float32Array> {
    const root = config.base?.root ?? '';
    if (this.#last?.root === root) return this.#last.frozen;
    const read = await readFrozen(config, (named) => (file ? Promise.resolve(file) : keptNamed(named)));
    if (!read.ok) throw new SaidError(read.error.says);
    this.#last = { root, frozen: read.value };
    return read.value;
  }
}
