// The bench compares the same work by several systems, each in a page of its own. A contender's run ends when its
// device is idle, so that queued work never shortens a time.
import type { CaseInfo, Started } from '../reports/bench-report';
import type { ModelSpec } from '../../../src/model/spec';
import type { OpCall } from '../../../src/ops/op-call';
import type { TrainingTask } from './training-task';

export interface Contender {
  /** The result on the case's inputs, in the order that all contenders use. Results are compared before anything is
   *  timed. */
  check(): Promise<readonly Float32Array[]>;
  /** One run, until the device has finished it. */
  run(): Promise<void>;
  /** Several runs, one after the other. Without it `run` is repeated. A contender whose run begins with a message has it:
   *  an engine in threads gets a message per step, not per call. */
  runs?(repeats: number): Promise<void>;
  dispose(): void;
  /** The work of a ceiling: the flops or bytes of a run. */
  readonly work?: number;
}

export interface BenchCase extends CaseInfo {
  readonly contenders: {
    /** The work as data: any of our engines runs it. */
    readonly ours: () => Promise<OurWork>;
    readonly 'jax-js': () => Promise<Contender>;
    readonly tfjs: () => Promise<Contender>;
  };
}

type OurWork = OurCalls | OurTraining;

export interface OurCalls {
  readonly kind: 'calls';
  readonly calls: readonly OpCall[];
  /** Every operand: its values, or only its length when it is written before it is read. */
  readonly tensors: Readonly<Record<string, Float32Array | Uint32Array | number>>;
  readonly results: readonly { readonly tensor: string; readonly length: number }[];
}

export interface OurTraining {
  readonly kind: 'training';
  readonly task: TrainingTask;
  /** The task's model. */
  readonly spec: ModelSpec;
}

/** A system that has started: it makes the contenders of cases. */
export interface RunningSystem extends Started {
  contender(of: BenchCase): Promise<Contender>;
}
