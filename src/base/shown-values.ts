// The values of a saying as its message takes them: counts and sizes as a language writes them, and nested sayings as
// sentences. A count stands for itself in a plural, which chooses its form by the number.
import { valuesOf, type Saying } from './sayings';

interface ShownAs {
  readonly nested: (saying: Saying) => string;
  /** The digits of a whole number. */
  readonly count: (value: number) => string;
  /** Any other number. */
  readonly fraction: (value: number) => string;
  readonly size: (bytes: number) => string;
}

class Shown {
  constructor(
    readonly value: number,
    readonly text: string,
  ) {}

  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'number' ? this.value : this.text;
  }
}

export function shownValues(saying: Saying, as: ShownAs): Readonly<Record<string, unknown>> {
  const shown = (value: unknown): unknown => {
    if (typeof value === 'number')
      return new Shown(value, Number.isInteger(value) ? as.count(value) : as.fraction(value));
    if (typeof value !== 'object' || value === null) return value;
    if ('code' in value) return as.nested(value as Saying);
    return 'bytes' in value ? as.size(value.bytes as number) : undefined;
  };
  return Object.fromEntries(Object.entries(valuesOf(saying)).map(([name, value]) => [name, shown(value)]));
}
