// The input of the calculator: a model, its replicas, their network and their compute. Every number is finite and
// within its bounds; a problem names the field. The bounds keep all results finite.
import type { ShownPath } from '../collectives/topology';
import { groupDigits } from '../base/group-digits';

export interface Setup {
  readonly parameters: number;
  readonly bytesPerElement: number;
  readonly worldSize: number;
  /** The replicas that share a machine and its link; 1: each has its own. */
  readonly perMachine: number;
  /** The rate of one link, in each direction. On shared air: of all links together. */
  readonly megabitPerSecond: number;
  /** α: the constant time of a message. */
  readonly latencyMs: number;
  /** A network like Wi-Fi: all links share one rate, and every byte crosses the air twice, to the access point and from
   *  it. */
  readonly isSharedAir: boolean;
  /** Where the compute time of a local step comes from: `computeMs`, or the three fields after it. */
  readonly computeFrom: 'time' | 'flop';
  readonly computeMs: number;
  readonly flopPerExample: number;
  /** Examples of one replica. */
  readonly examplesPerStep: number;
  /** Sustained. */
  readonly flopPerSecond: number;
  /** Share of the compute during which sums can travel; 0: no overlap. With several local steps in a round, a share of
   *  the round: the sum travels during the next round, as in Streaming DiLoCo. */
  readonly overlapShare: number;
  /** H: local steps per sum. */
  readonly localSteps: number;
  /** Bytes of the gradient ÷ bytes sent for it. */
  readonly compression: number;
  readonly algorithm: ShownPath;
}

export type NumberField = {
  [Key in keyof Setup]: Setup[Key] extends number ? Key : never;
}[keyof Setup];

export interface Bounds {
  /** The name in the message of a problem. */
  readonly name: string;
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

export const bounds: Readonly<Record<NumberField, Bounds>> = {
  parameters: { name: 'Parameters', unit: '', least: 1, most: 1e13, isWhole: true },
  bytesPerElement: { name: 'Bytes per element', unit: '', least: 0.125, most: 8 },
  worldSize: { name: 'Replicas', unit: '', least: 1, most: 100_000, isWhole: true },
  perMachine: { name: 'Replicas on each machine', unit: '', least: 1, most: 1_000, isWhole: true },
  megabitPerSecond: { name: 'Bandwidth', unit: 'Mbit/s', least: 0.1, most: 1_000_000 },
  latencyMs: { name: 'Latency', unit: 'ms', least: 0, most: 10_000 },
  computeMs: { name: 'Compute time', unit: 'ms', least: 0.001, most: 3_600_000 },
  flopPerExample: { name: 'FLOP per example', unit: '', least: 1, most: 1e21 },
  examplesPerStep: { name: 'Examples per step', unit: '', least: 1, most: 1_000_000, isWhole: true },
  flopPerSecond: { name: 'FLOP per second', unit: '', least: 1e6, most: 1e18 },
  overlapShare: { name: 'Overlap', unit: '', least: 0, most: 1 },
  localSteps: { name: 'Local steps', unit: '', least: 1, most: 100_000, isWhole: true },
  compression: { name: 'Compression', unit: '', least: 1, most: 100_000 },
};

export const numberFields = Object.keys(bounds) as readonly NumberField[];

/** Why a field cannot have this value; undefined when it can. */
export function fieldProblem(field: NumberField, value: number): string | undefined {
  const { name, unit, least, most, isWhole } = bounds[field];
  if (Number.isNaN(value)) return `${name} must be a number.`;
  const inUnit = unit === '' ? '' : ` ${unit}`;
  if (!(value >= least && value <= most))
    return `${name} must be from ${numberWords(least)} to ${numberWords(most)}${inUnit}.`;
  if (isWhole && !Number.isInteger(value)) return `${name} must be a whole number.`;
  return undefined;
}

/** The first problem among the fields; undefined: the model can be asked. */
export function setupProblem(setup: Setup): string | undefined {
  for (const field of numberFields) {
    const problem = fieldProblem(field, setup[field]);
    if (problem) return problem;
  }
  return undefined;
}

/** The nearest value within the bounds; undefined for what is no number. */
export function clampedField(field: NumberField, value: number): number | undefined {
  if (Number.isNaN(value)) return undefined;
  const { least, most, isWhole } = bounds[field];
  const inside = Math.min(Math.max(value, least), most);
  return isWhole ? Math.round(inside) : inside;
}

/** The time of one local step on one replica. */
export function computeMsOf(setup: Setup): number {
  return setup.computeFrom === 'time'
    ? setup.computeMs
    : (1000 * setup.flopPerExample * setup.examplesPerStep) / setup.flopPerSecond;
}

export function gradientBytes({ parameters, bytesPerElement }: Setup): number {
  return parameters * bytesPerElement;
}

function numberWords(value: number): string {
  if (value >= 1e9) return `10^${Math.round(Math.log10(value))}`;
  return value >= 1000 ? groupDigits(value) : String(value);
}
