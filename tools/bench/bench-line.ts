// The figures of one case, and what they come to. Pure.
import type { CaseInfo, Resource, System } from '../lab/reports/bench-report';

/** The figure in the line's unit; the error when there is none. */
export type Figure = number | { readonly error: string };

export interface BenchLine extends Pick<CaseInfo, 'name' | 'unit' | 'tolerance'> {
  /** The figures of the systems that took part. */
  readonly figures: readonly { readonly system: System; readonly figure: Figure }[];
  /** The best of each resource: its multiply–adds, or its copy where only memory traffic counts. */
  readonly ceilings: Readonly<Partial<Record<Resource, Figure>>>;
  /** No GPU is behind the adapter, or there is no adapter. */
  readonly isSoftware: boolean;
  /** Largest relative difference between two systems' results; undefined with one system. */
  readonly difference: number | undefined;
  /** The turns of each system, after the check and the warm-ups. */
  readonly turns: number;
}

export interface Placed {
  readonly system: System;
  readonly figure: number;
}

export interface Comparison {
  readonly ours: Placed;
  /** The fastest rival. */
  readonly best: Placed;
  /** How many times as fast as `best` ours is. */
  readonly ratio: number;
}

/** The engine that the product would choose: a real GPU, otherwise the fastest as measured here. */
export function ourChoice(line: BenchLine): Placed | undefined {
  const ours = ran(line).filter(({ system }) => system.library === 'ours');
  const gpu = ours.find(({ system }) => system.resource === 'webgpu');
  return line.isSoftware || !gpu ? fastest(line, ours) : gpu;
}

/** The product's engine against the best rival that ran, whatever either of them runs on. */
export function comparison(line: BenchLine): Comparison | undefined {
  return compared(line, ourChoice(line), ran(line));
}

/** Each of our engines against the best rival on the same resource. */
export function comparisonOn(line: BenchLine, resource: Resource): Comparison | undefined {
  const there = ran(line).filter(({ system }) => system.resource === resource);
  return compared(
    line,
    there.find(({ system }) => system.library === 'ours'),
    there,
  );
}

/** The share of the ceiling of its resource that a system reaches. */
export function ceilingShare({ unit, ceilings }: BenchLine, { system, figure }: Placed): number | undefined {
  const ceiling = ceilings[system.resource];
  if (typeof ceiling !== 'number') return undefined;
  return unit === 'ms' ? ceiling / figure : figure / ceiling;
}

export function errorsOf({
  figures,
}: BenchLine): readonly { readonly system: System; readonly error: string }[] {
  return figures.flatMap(({ system, figure }) =>
    typeof figure === 'object' ? [{ system, error: figure.error }] : [],
  );
}

/** The systems with a figure. */
export function ran({ figures }: BenchLine): readonly Placed[] {
  return figures.flatMap(({ system, figure }) => (typeof figure === 'number' ? [{ system, figure }] : []));
}

export function fastest({ unit }: BenchLine, placed: readonly Placed[]): Placed | undefined {
  return [...placed].sort((a, b) => (unit === 'ms' ? a.figure - b.figure : b.figure - a.figure))[0];
}

function compared(line: BenchLine, ours: Placed | undefined, all: readonly Placed[]): Comparison | undefined {
  const best = fastest(
    line,
    all.filter(({ system }) => system.library !== 'ours'),
  );
  if (!ours || !best) return undefined;
  const ratio = line.unit === 'ms' ? best.figure / ours.figure : ours.figure / best.figure;
  return { ours, best, ratio };
}
