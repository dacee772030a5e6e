// What the bench compares: the same work by three systems on one adapter, each with a device of its own. A contender's
// run ends when its GPU is idle, so that a time is never shortened by work still queued.
import type { BenchLine, System } from '../../../src/lab/bench-report';

export interface Contender {
  /** What it computes on the case's inputs, in the order all contenders use: compared before anything is timed. */
  check(): Promise<readonly Float32Array[]>;
  /** One run, until the GPU has finished it. */
  run(): Promise<void>;
  dispose(): void;
}

export interface BenchCase {
  /** 'matmul 1024 nn', 'gpt step'. */
  readonly name: string;
  /** Of the figures: 'ms' is a time, the others are rates. */
  readonly unit: BenchLine['unit'];
  /** Multiplications and additions of one run; 0 where memory traffic is all there is. */
  readonly flops: number;
  /** What has to be read and written at least. */
  readonly bytes: number;
  /** Largest difference allowed between two contenders, of the largest magnitude of that output. */
  readonly tolerance: number;
  readonly contenders: Readonly<Record<System, () => Promise<Contender>>>;
}
