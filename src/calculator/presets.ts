// Setups that a teacher starts from. Figures of a network are what it carries, not what its box promises. Compute times
// without a source are plausible, not measured.
import type { Setup } from './setup';

export type PresetName = 'class' | 'lan' | 'seven' | 'datacentre' | 'published';

/** Trained on sequences of 2,048 tokens: 6 FLOP per parameter and token (Kaplan et al. 2020, arXiv 2001.08361). */
const sevenBillion = {
  parameters: 7e9,
  bytesPerElement: 2,
  computeFrom: 'flop',
  flopPerExample: 6 * 7e9 * 2048,
  examplesPerStep: 4,
  /** 40 % of an H100's 989 TFLOP/s in bf16. */
  flopPerSecond: 4e14,
} as const;

const plain = {
  bytesPerElement: 4,
  perMachine: 1,
  isSharedAir: false,
  computeFrom: 'time',
  computeMs: 100,
  flopPerExample: 1e9,
  examplesPerStep: 32,
  flopPerSecond: 1e12,
  overlapShare: 0,
  localSteps: 1,
  compression: 1,
  algorithm: 'ring',
} as const;

export const presets: Readonly<Record<PresetName, Setup>> = {
  class: {
    ...plain,
    parameters: 1e6,
    worldSize: 30,
    megabitPerSecond: 300,
    latencyMs: 2,
    isSharedAir: true,
    computeMs: 200,
  },
  lan: {
    ...plain,
    parameters: 10e6,
    worldSize: 4,
    megabitPerSecond: 1000,
    latencyMs: 0.5,
    computeMs: 250,
  },
  seven: { ...plain, ...sevenBillion, worldSize: 8, megabitPerSecond: 25_000, latencyMs: 0.05 },
  datacentre: {
    ...plain,
    ...sevenBillion,
    worldSize: 1000,
    megabitPerSecond: 200_000,
    latencyMs: 0.01,
    // The backward pass is two thirds of the compute.
    overlapShare: 0.67,
  },
  // Assumed: 124 M parameters in f32, no latency. Fitted to the first point below: the compute time.
  published: {
    ...plain,
    parameters: 124e6,
    worldSize: 4,
    megabitPerSecond: 50,
    latencyMs: 0,
    computeMs: 83.4,
  },
};

/** A published measurement on 4 GPUs, at 50 Mbit/s. */
export const publishedPoints = [
  { megabitPerSecond: 50, localSteps: 1, utilisation: 0.0007 },
  { megabitPerSecond: 50, localSteps: 128, utilisation: 0.116 },
] as const;

/** Fitted to the second point, with the compute time of the first. If a sum costs the same at every H, utilisation
 *  grows at most by H; the two points are 166 apart. So a sum at H = 128 was this much shorter, or a local step this
 *  much longer, or a bit of both; the two figures do not tell. */
export const publishedSumShrinks = 1.46;
