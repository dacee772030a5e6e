// The bench compares the same work by three systems on one adapter, each with its own device. A contender's run ends
// when its GPU is idle, so that queued work never shortens a time.
import type { BenchLine, System } from '../../../src/lab/bench-report';

export interface Contender {
  /** The result on the case's inputs, in the order that all contenders use. Results are compared before anything is
   *  timed. */
  check(): Promise<readonly Float32Array[]>;
  /** One run, until the GPU has finished it. */
  run(): Promise<void>;
  dispose(): void;
}

export interface BenchCase {
  /** 'matmul 1024 nn', 'gpt step'. */
  readonly name: string;
  /** The unit of the figures: 'ms' is a time, the others are rates. */
  readonly unit: BenchLine['unit'];
  /** Multiplications and additions of one run; 0 where only memory traffic counts. */
  readonly flops: number;
  /** The bytes that a run must read and write at least. */
  readonly bytes: number;
  /** Largest allowed difference between two contenders, relative to the largest magnitude of that output. */
  readonly tolerance: number;
  readonly contenders: Readonly<Record<System, () => Promise<Contender>>>;
}
