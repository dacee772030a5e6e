// The lines of `npm run bench -- memory`, from samples of memory. Pure.

import { groupDigits } from '../../../src/base/group-digits';

/** The memory at one moment, in bytes. */
export interface MemorySample {
  /** JavaScript's objects, garbage included. */
  readonly heap: number;
  readonly arrayBuffers: number;
}

export interface MemoryPeak {
  /** The sample with the largest sum. */
  readonly most: MemorySample;
  readonly samples: number;
  /** The process’s memory beyond what it took before; undefined: the system does not say. */
  readonly residentBytes: number | undefined;
  /** What was read, for people. */
  readonly read: string;
}

/** Windows of training steps. */
export interface WindowsDrawn {
  readonly drawn: number;
  /** All windows of the text. */
  readonly of: number;
  /** The lowest and the highest number of those drawn. */
  readonly first: number;
  readonly last: number;
  /** The time of one example, with its place in a batch. */
  readonly microseconds: number;
}

/** '16,000 windows drawn from number 12 to 31,249,000 of 31,250,000, in 9.5 µs each'. */
export function drawnWords({ drawn, of, first, last, microseconds }: WindowsDrawn): string {
  return `${groupDigits(drawn)} windows drawn from number ${groupDigits(first)} to ${groupDigits(last)} of ${groupDigits(of)}, in ${microseconds.toFixed(1)} µs each`;
}

export interface MemoryLine {
  readonly name: string;
  readonly ours: number;
  readonly goal: number;
  readonly unit: 'MB';
  readonly parts: Readonly<Record<string, number>>;
  readonly read: string;
}

/** MB, of 10⁶ bytes. */
export const heapGoalMb = 200;

export function larger(one: MemorySample, other: MemorySample): MemorySample {
  return sumOf(other) > sumOf(one) ? other : one;
}

export function memoryLine(name: string, { most, samples, residentBytes, read }: MemoryPeak): MemoryLine {
  return {
    ...{ name: `memory ${name}`, ours: inMb(sumOf(most)), goal: heapGoalMb, unit: 'MB' },
    parts: {
      heap: inMb(most.heap),
      'array buffers': inMb(most.arrayBuffers),
      ...(residentBytes === undefined ? {} : { resident: inMb(residentBytes) }),
      samples,
    },
    read,
  };
}

export function memoryText({ name, ours, goal, parts, read }: MemoryLine): string {
  const told = Object.entries(parts).map(([part, value]) => `${part} ${value}`);
  return `${name.padEnd(26)}${`${ours} MB`.padStart(10)} (goal ${goal})  ${told.join(', ')}  ${read}`;
}

function sumOf({ heap, arrayBuffers }: MemorySample): number {
  return heap + arrayBuffers;
}

function inMb(bytes: number): number {
  return Number((bytes / 1e6).toFixed(1));
}
