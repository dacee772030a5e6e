// What `npm run bench -- finetune` asks of its tab, and what the tab answers.
import type { FinetuneShapeId } from './finetune-shapes';

/** The threads of the processor's engine, or the engine of the graphics card. */
export type FinetuneEngine = number | 'webgpu';

export interface FinetuneJob {
  readonly shape: FinetuneShapeId;
  readonly threads: FinetuneEngine;
}

export interface FinetuneStarted {
  readonly device: string;
  /** Numbers that are trained. */
  readonly adapters: number;
}

export interface FinetuneStep {
  readonly ms: number;
  readonly loss: number;
}
