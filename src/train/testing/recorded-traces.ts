// Losses and gradient norms of real runs, for the tests of the divergence alarm. Every preset runs to its own length
// (the language model to step 1,000 of its schedule), with seeds 1 to 3. Each step has the two shards of two tabs.
// Branches run 60 steps at thirty times the rate: from the start, from step 150 and from the middle of each run.
// Recorded once by `npm run record:traces` (tools/traces/record-traces.ts). Most ran on Node's CPU backend, the
// convolutions and the language model on WebGPU with SwiftShader. They are data, not an oracle of the trainer. When the
// draws of random numbers change, a new recording differs in every number.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { RunConfig } from '../run/run-config';

export interface Trace {
  readonly seed: number;
  /** Steps at the run's own rate before this branch; null: the run itself. */
  readonly raisedAfter: number | null;
  /** The losses to four digits. A branch may end early, at an update that is not finite. */
  readonly losses: number[];
  readonly norms: number[];
}

export interface PresetTraces {
  readonly preset: string;
  /** The engine's. */
  readonly device: string;
  readonly replicas: number;
  readonly config: RunConfig;
  /** Times the rate, in a branch. */
  readonly factor: number;
  readonly traces: readonly Trace[];
}

export function readTraces(preset: string): PresetTraces {
  const bytes = readFileSync(new URL(`recorded-traces/${preset}.json.gz`, import.meta.url));
  return JSON.parse(gunzipSync(bytes).toString()) as PresetTraces;
}
