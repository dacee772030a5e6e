// The calculator's figures in its address and in its text fields. The address holds a preset and what differs from it.
// Whatever it says, the figures are within their bounds: numbers are clamped, all else falls back to the preset.
import { sumPaths } from '../../../src/collectives/topology';
import { presets, type PresetName } from '../../../src/calculator/presets';
import { clampedField, numberFields, type NumberField, type Setup } from '../../../src/calculator/setup';

/** `own`: measured figures, all of them written into the address that differ from the first preset. */
export type Start = PresetName | 'own';

export interface CalculatorQuery {
  readonly start: Start;
  readonly setup: Setup;
}

export const presetNames = Object.keys(presets) as readonly PresetName[];

export const elementBytes = [4, 2, 1, 0.5] as const;

const keys: Readonly<Record<keyof Setup, string>> = {
  parameters: 'parameters',
  bytesPerElement: 'bytes',
  worldSize: 'n',
  perMachine: 'per',
  megabitPerSecond: 'mbit',
  latencyMs: 'latency',
  isSharedAir: 'air',
  computeFrom: 'from',
  computeMs: 'compute',
  flopPerExample: 'flop',
  examplesPerStep: 'examples',
  flopPerSecond: 'speed',
  overlapShare: 'overlap',
  localSteps: 'h',
  compression: 'compression',
  algorithm: 'algorithm',
};

const longestSearch = 2048;

/** `?preset=lan&n=8`; unknown keys are ignored. */
export function parseCalculatorQuery(search: string): CalculatorQuery {
  const given = new URLSearchParams(search.slice(0, longestSearch));
  const start = oneOf<Start>([...presetNames, 'own'], given.get('preset')) ?? 'class';
  const base = baseOf(start);
  const changed: Record<string, unknown> = {};
  for (const field of numberFields) {
    const text = given.get(keys[field]);
    const value = text !== null && isNumberText(text) ? clampedField(field, Number(text)) : undefined;
    if (value !== undefined) changed[field] = value;
  }
  if (!elementBytes.some((bytes) => bytes === changed.bytesPerElement)) delete changed.bytesPerElement;
  const air = oneOf(['0', '1'], given.get(keys.isSharedAir));
  const setup: Setup = {
    ...base,
    ...changed,
    isSharedAir: air === undefined ? base.isSharedAir : air === '1',
    computeFrom: oneOf(['time', 'flop'] as const, given.get(keys.computeFrom)) ?? base.computeFrom,
    algorithm: oneOf(sumPaths, given.get(keys.algorithm)) ?? base.algorithm,
  };
  return { start, setup };
}

export function calculatorPath({ start, setup }: CalculatorQuery): string {
  const base = baseOf(start);
  const written = new URLSearchParams({ preset: start });
  for (const field of Object.keys(keys) as (keyof Setup)[]) {
    const value = setup[field];
    if (value !== base[field])
      written.set(keys[field], typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  }
  return `/calculator?${written.toString()}`;
}

function baseOf(start: Start): Setup {
  return presets[start === 'own' ? 'class' : start];
}

const suffixes: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, b: 1e9, t: 1e12, p: 1e15 };

/** Reads a typed number: '7 B', '1.5M', '1,000', '2e9'. NaN when it is no number. */
export function readNumber(text: string): number {
  const bare = text.replace(/\s/g, '');
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?[a-z]?$/i.test(bare) ? bare.replaceAll(',', '') : bare;
  const match = /^(.*?)([kmgbtp]?)$/i.exec(plain);
  if (!match || !isNumberText(match[1])) return NaN;
  return Number(match[1]) * (suffixes[match[2].toLowerCase()] ?? 1);
}

const large: Partial<Record<NumberField, string>> = {
  parameters: 'B',
  flopPerExample: 'G',
  flopPerSecond: 'G',
};

/** The number as a text field shows it: '7 B', '400 T', '0.5'. */
export function numberText(field: NumberField, value: number): string {
  const giga = large[field];
  if (giga !== undefined)
    for (const [suffix, unit] of [
      ['T', 1e12],
      [giga, 1e9],
      ['M', 1e6],
      ['k', 1e3],
    ] as const)
      if (value >= unit && value < 1e15 && isShort(value / unit))
        return `${Number((value / unit).toPrecision(6))} ${suffix}`;
  return String(Number(value.toPrecision(6)) === value ? value : Number(value.toPrecision(12)));
}

function isShort(value: number): boolean {
  const short = Number(value.toPrecision(5));
  return Math.abs(value - short) < 1e-9 * value;
}

function isNumberText(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text);
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((choice) => choice === text);
}
