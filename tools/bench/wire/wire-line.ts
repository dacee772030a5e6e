// A line of `npm run bench -- wire`. Pure.

export interface WireLine {
  /** Begins with its part: link, tabs, all-reduce, model, codec or time-to-loss. */
  readonly name: string;
  /** null: not reached. */
  readonly ours: number | null;
  readonly limit: number | null;
  readonly unit: string;
  /** ours ÷ limit: of a rate at most about 1, of a time at least about 1. */
  readonly ratio: number | null;
}

export const wireParts = ['link', 'tabs', 'all-reduce', 'model', 'codec', 'time-to-loss'] as const;
export type WirePart = (typeof wireParts)[number];

export function wireLine(name: string, ours: number, limit: number, unit: string): WireLine {
  return { name, ours: digits(ours), limit: digits(limit), unit, ratio: digits(ours / limit) };
}

export function digits(value: number): number {
  return Number(value.toPrecision(4));
}

/** `remarks`: what a line has beyond the columns. */
export function wireRow({ name, ours, limit, unit, ratio }: WireLine, remarks = ''): string {
  const cells = [
    (ours === null ? 'not reached' : String(ours)).padStart(12),
    String(limit ?? '–').padStart(10),
    String(ratio ?? '–').padStart(8),
  ];
  return `${name.padEnd(44)}${cells.join(' ')}  ${unit.padEnd(14)}${remarks}`.trimEnd();
}

export const wireHead = `${''.padEnd(44)}${['ours', 'limit', 'ratio'].map((word, i) => word.padStart([12, 10, 8][i])).join(' ')}  unit`;
