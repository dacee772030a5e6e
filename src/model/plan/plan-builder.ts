// The Builder that a layer is given (src/ops/layer.ts). It collects tensors, slots and calls. Parameters are placed in
// the flat vector in the order in which layers declare them.
import { assert } from '../../base/assert';
import { logged, say, type Saying } from '../../base/sayings';
import {
  sizeOf,
  type Adapter,
  type Builder,
  type Built,
  type Initialiser,
  type MatrixStorage,
  type ParameterOptions,
  type Value,
} from '../../ops/layer';
import { layerTypes, type Layer } from '../../ops/layers';
import type { LayerType } from '../../ops/layer';
import type { OpCall, Storage, Tensor } from '../../ops/op-call';
import { endOf, EngineError, type ParameterSlot } from '../engine';
import type { Adapters, ModelSpec } from '../spec';
import { layerMisfit } from './layer-misfits';
import { gradientOf, type PlanTensor, type TensorRole } from './plan-tensor';

export class PlanBuilder {
  readonly tensors: PlanTensor[] = [];
  readonly slots: ParameterSlot[] = [];
  /** Parameters that are not trained, placed in a flat vector of their own. */
  readonly base: ParameterSlot[] = [];
  readonly initialisers: Initialiser[] = [];
  readonly targets = 'targets';
  readonly adapters: Adapters | undefined;
  parameterCount = 0;
  vocabulary: number | undefined;
  #calls: OpCall[] = [];
  /** Suffix for the tensors of layers that are built a second time. */
  #copy = '';
  readonly #names = new Set<Tensor>();
  /** Weights whose change has been declared. */
  readonly #adapted = new Set<string>();
  readonly #frozenLayers: number;

  constructor(
    readonly batch: number,
    readonly checkpoints: boolean,
    { adapters, frozenLayers = 0 }: Pick<ModelSpec, 'adapters' | 'frozenLayers'>,
  ) {
    this.adapters = adapters;
    this.#frozenLayers = frozenLayers;
  }

  /** Throws EngineError where a weight that shall have an adapter is none of the model's. */
  assertAdapted(): void {
    const missing = this.adapters?.weights.find((name) => !this.#adapted.has(name));
    if (missing === undefined) return;
    const misfit = say('adapter-no-weight', { name: missing });
    throw new EngineError('bad-model', logged(misfit), misfit);
  }

  buildModel(layers: readonly Layer[], x: Value): Built {
    return this.#chain(layers, x, 'layers', this.#frozenLayers);
  }

  /** A tensor that outlives the micro-batch or comes from the host. */
  host(name: Tensor, length: number, storage: Storage, role: TensorRole): Tensor {
    return this.#tensor({ name, length, storage, role });
  }

  activation(name: Tensor, length: number, storage: Storage = 'real'): Tensor {
    return this.#tensor({ name: `${name}${this.#copy}`, length, storage, role: { kind: 'activation' } });
  }

  emit(call: OpCall): void {
    this.#calls.push(call);
  }

  /** The calls emitted since the previous takeCalls. */
  takeCalls(): OpCall[] {
    return this.#calls.splice(0);
  }

  /** Tensors whose content is needed after the last call. */
  persistent(): Tensor[] {
    return this.tensors.filter(({ role }) => role.kind !== 'activation').map(({ name }) => name);
  }

  /** Layers one after the other, and in the backward pass the gradients that flow between them. Nothing flows into the
   *  first `frozen` layers. */
  #chain(layers: readonly Layer[], x: Value, prefix: string, frozen = 0): Built {
    const values = [x];
    const built = layers.map((layer, index) => {
      const next = this.#layer(layer, values[index], `${prefix}.${index}`);
      values.push(next.y);
      return next;
    });
    const last = built[built.length - 1];
    return {
      y: last.y,
      keepsOutput: last.keepsOutput,
      backward: (dy, dx) => {
        let gradient = dy;
        for (let index = built.length - 1; index >= frozen; index--) {
          const { shape } = values[index];
          const isLast = index === frozen;
          const below = isLast ? dx : this.activation(`${prefix}.${index}.dx`, this.batch * sizeOf(shape));
          built[index].backward(gradient, below);
          if (below) gradient = below;
        }
      },
    };
  }

  #layer(layer: Layer, x: Value, path: string): Built {
    const refuse = (reason: Saying): never => {
      const misfit = layerMisfit(path, layer.kind, reason);
      throw new EngineError('bad-model', logged(misfit), misfit);
    };
    const type = layerTypes[layer.kind] as LayerType<Layer>;
    if ((type.takes ?? 'reals') !== x.holds)
      refuse(say(type.takes ? 'layer-takes-tokens' : 'layer-after-tokens'));
    const builder: Builder = {
      path,
      batch: this.batch,
      targets: this.targets,
      checkpoints: this.checkpoints,
      parameter: (name, shape, options) => this.#parameter(`${path}.${name}`, shape, options),
      matrixStorage: this.adapters || this.#isFrozen(path) ? 'half' : 'real',
      adapterOf: (name) => this.#adapterOf(`${path}.${name}`),
      sharedParameter: (fullName) => {
        const slot = [...this.slots, ...this.base].find(({ name }) => name === fullName);
        return slot
          ? { tensor: slot.name, shape: slot.shape, storage: this.#storageOf(slot.name) }
          : refuse(say('layer-no-table', { name: fullName }));
      },
      parameterGradient: (parameter) => gradientOf(parameter),
      activation: (name, length, storage) => this.activation(`${path}.${name}`, length, storage),
      tokenOrder: (vocabulary) => this.#tokenOrder(vocabulary, sizeOf(x.shape)),
      emit: (call) => this.emit(call),
      build: (layers, inner) => this.#chain(layers, inner, path),
      again: (build) => this.#again(build),
      refuse,
    };
    return type.build(layer, x, builder);
  }

  #again(build: () => Built): Built {
    const before = this.#copy;
    this.#copy += ' again';
    const { y, backward } = build();
    this.#copy = before;
    return {
      y,
      backward: (dy, dx) => {
        this.#copy += ' again';
        backward(dy, dx);
        this.#copy = before;
      },
    };
  }

  #adapterOf(name: string): Adapter | undefined {
    if (!this.adapters?.weights.includes(name)) return undefined;
    this.#adapted.add(name);
    const { rank, alpha } = this.adapters;
    return { rank, scale: alpha / rank };
  }

  #parameter(
    name: string,
    shape: readonly number[],
    { initialiser, decays, adapts = false, isMatrix = false }: ParameterOptions,
  ): Tensor {
    if (this.#copy) return name;
    const length = sizeOf(shape);
    if (this.adapters ? !adapts : this.#isFrozen(name)) {
      const slot = this.base.length;
      this.base.push({ name, shape, offset: endOf(this.base), length, decays });
      return this.#tensor({
        name,
        length,
        storage: isMatrix ? 'half' : 'real',
        role: { kind: 'base', slot },
      });
    }
    const slot = this.slots.length;
    this.slots.push({ name, shape, offset: this.parameterCount, length, decays });
    this.initialisers.push(initialiser);
    this.parameterCount += length;
    this.#tensor({ name: gradientOf(name), length, storage: 'f32', role: { kind: 'gradient', slot } });
    return this.#tensor({ name, length, storage: 'real', role: { kind: 'parameter', slot } });
  }

  /** `name`: of a layer or a parameter; 'layers.3.0.weight' is of the layer 3. */
  #isFrozen(name: string): boolean {
    return Number(name.split('.')[1]) < this.#frozenLayers;
  }

  #storageOf(parameter: Tensor): MatrixStorage {
    return this.tensors.find(({ name }) => name === parameter)!.storage === 'half' ? 'half' : 'real';
  }

  #tokenOrder(vocabulary: number, tokens: number): Tensor {
    const name = 'token-order';
    if (this.vocabulary === undefined) {
      this.vocabulary = vocabulary;
      this.host(name, vocabulary + 1 + this.batch * tokens, 'u32', { kind: 'token-order', vocabulary });
    }
    return name;
  }

  #tensor(tensor: PlanTensor): Tensor {
    assert(!this.#names.has(tensor.name), `only one tensor is named ${tensor.name}`);
    this.#names.add(tensor.name);
    this.tensors.push(tensor);
    return tensor.name;
  }
}
