// What the bench's pages and the command that drives them say to each other. A page runs one system: a library on one
// resource. So a library that has one backend or thread count per page is measured like all others.

/** What a system computes with. 'threads': rivals and ceilings take one a core, ours as many as a replica would. */
export type Resource = 'webgpu' | 'one thread' | 'threads';

export interface System {
  readonly name: string;
  readonly library: 'ours' | 'jax-js' | 'tfjs';
  readonly resource: Resource;
}

/** The systems in the order of their turns. */
export const systems: readonly System[] = [
  { name: 'ours webgpu', library: 'ours', resource: 'webgpu' },
  { name: 'ours simd', library: 'ours', resource: 'one thread' },
  { name: 'ours simd threads', library: 'ours', resource: 'threads' },
  { name: 'jax-js webgpu', library: 'jax-js', resource: 'webgpu' },
  { name: 'jax-js wasm', library: 'jax-js', resource: 'one thread' },
  { name: 'jax-js wasm threads', library: 'jax-js', resource: 'threads' },
  { name: 'tfjs webgpu', library: 'tfjs', resource: 'webgpu' },
  { name: 'tfjs wasm', library: 'tfjs', resource: 'one thread' },
  { name: 'tfjs wasm threads', library: 'tfjs', resource: 'threads' },
];

/** What a page runs: a system, or the best that a resource can do. */
export interface Role {
  readonly library: System['library'] | 'ceiling';
  readonly resource: Resource;
}

/** What the command must know of a case. */
export interface CaseInfo {
  /** 'matmul 1024 nn', 'gpt step'. */
  readonly name: string;
  /** The unit of the figures: 'ms' is a time, the others are rates. */
  readonly unit: 'GFLOP/s' | 'GB/s' | 'ms';
  /** Multiplications and additions of one run; 0 where only memory traffic counts. */
  readonly flops: number;
  /** The bytes that a run must read and write at least. */
  readonly bytes: number;
  /** Largest allowed difference between two systems, relative to the largest magnitude of that output. */
  readonly tolerance: number;
  /** Runs only when --suite names it: some rivals need minutes. */
  readonly isLong: boolean;
}

export interface Started {
  /** Whether no GPU is behind the adapter; only for an adapter's page. */
  readonly isSoftware?: boolean;
  /** What people read: the adapter, the number of threads, the form of the ceiling. */
  readonly about: string;
}

/** What the command asks of a page, one job at a time. */
export type Job =
  | { readonly kind: 'start'; readonly role: Role }
  /** Makes the contender of a case and runs its check. */
  | { readonly kind: 'prepare'; readonly name: string }
  /** Runs it several times without a pause. */
  | { readonly kind: 'run'; readonly repeats: number }
  | { readonly kind: 'dispose' };

export type Done =
  | ({ readonly kind: 'started' } & Started)
  /** The outputs wait in `benchOutputs`. `work`: a ceiling's flops or bytes per run. */
  | { readonly kind: 'prepared'; readonly work: number }
  /** The time of one run. */
  | { readonly kind: 'ran'; readonly ms: number }
  | { readonly kind: 'disposed' };

export type Reply = Done | { readonly kind: 'failed'; readonly error: string };
