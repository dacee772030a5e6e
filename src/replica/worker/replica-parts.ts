// What a replica outside a browser does in its own way.
import type { ProcessorOptions } from '../../model/simd/processor-engine';
import type { TextPlaces } from '../files/file-store';
import type { ChoiceMemory } from './choice-memory';
import type { DeviceReplicas } from './device-replicas';
import type { prepare } from './prepare';

export interface ReplicaParts {
  /** Another way to an engine and a dataset. */
  readonly prepareOn?: typeof prepare;
  /** The settings of the engine on the processor. */
  readonly processor?: Partial<
    Pick<ProcessorOptions, 'threads' | 'spawn' | 'replicasOnDevice' | 'keepsSmallModels'>
  >;
  /** The replicas of this browser. */
  readonly device?: Pick<DeviceReplicas, 'others' | 'look' | 'isAlone' | 'whenEnds'>;
  /** What this device remembers of its engines. */
  readonly memory?: ChoiceMemory | undefined;
  /** Where the tokens of texts are; undefined: as in a browser. */
  readonly texts?: TextPlaces | undefined;
}
