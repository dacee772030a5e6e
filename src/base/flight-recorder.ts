// The flight recorder: the latest events, kept in bounded memory and formatted only when somebody asks for them.
// It has two lanes of the same size: events of every step (`routine`) never push out rare events (`note`).
// Callers must not note secrets: no room key, no host token, no contents of signals or frames.

type FlightValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type FlightFields = Readonly<Record<string, FlightValue>>;

export interface FlightEntry {
  /** Time on the recorder's clock. */
  readonly atMs: number;
  readonly kind: string;
  readonly fields: FlightFields;
}

/** A line of the record: an entry with epoch time, its fields beside `at` and `kind`. */
export interface FlightLine {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: string;
  readonly [field: string]: FlightValue;
}

export interface FlightLimits {
  /** Entries of one lane. */
  readonly entries: number;
  /** Bytes of one lane: the characters of texts and lists, two bytes each. */
  readonly bytes: number;
}

const flightLimits: FlightLimits = { entries: 2_000, bytes: 512 * 1024 };

const longestText = 500;
const longestList = 64;
/** Bytes of an entry without text: its object, its time and its numbers. */
const plainBytes = 64;

export class FlightRecorder {
  readonly #notes: Lane;
  readonly #routine: Lane;
  #order = 0;

  constructor(
    readonly nowMs: () => number,
    limits: FlightLimits = flightLimits,
  ) {
    this.#notes = new Lane(limits);
    this.#routine = new Lane(limits);
  }

  /** Records a rare event. */
  note(kind: string, fields: FlightFields = {}): void {
    this.#notes.add({ atMs: this.nowMs(), kind, fields: bounded(fields), order: this.#order++ });
  }

  /** Records an event of every step, or of every second. */
  routine(kind: string, fields: FlightFields = {}): void {
    this.#routine.add({ atMs: this.nowMs(), kind, fields: bounded(fields), order: this.#order++ });
  }

  /** Events since the beginning, the forgotten ones included. */
  get noted(): number {
    return this.#order;
  }

  /** The events still remembered, oldest first. */
  entries(): readonly FlightEntry[] {
    return [...this.#notes.kept(), ...this.#routine.kept()].sort((a, b) => a.order - b.order);
  }

  /** The same events in epoch time; `epochMs` is the wall clock now. */
  lines(epochMs: number): readonly FlightLine[] {
    const offsetMs = epochMs - this.nowMs();
    return this.entries().map(({ atMs, kind, fields }) => {
      const first = { at: Math.round(10 * (atMs + offsetMs)) / 10, kind };
      return Object.assign({}, first, fields, first);
    });
  }
}

/** JSON Lines: one object a line, with no line break inside an object. */
export function toJsonLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

interface Kept extends FlightEntry {
  readonly order: number;
}

/** A queue that forgets from its front: `from` is where it begins. */
class Lane {
  #entries: Kept[] = [];
  #from = 0;
  #bytes = 0;

  constructor(readonly limits: FlightLimits) {}

  add(entry: Kept): void {
    this.#entries.push(entry);
    this.#bytes += sizeOf(entry);
    while (this.#entries.length - this.#from > this.limits.entries || this.#bytes > this.limits.bytes)
      this.#bytes -= sizeOf(this.#entries[this.#from++]);
    if (this.#from > this.limits.entries) {
      this.#entries = this.#entries.slice(this.#from);
      this.#from = 0;
    }
  }

  kept(): readonly Kept[] {
    return this.#entries.slice(this.#from);
  }
}

function sizeOf({ fields }: FlightEntry): number {
  let bytes = plainBytes;
  for (const value of Object.values(fields)) {
    if (typeof value === 'string') bytes += 2 * value.length;
    else if (Array.isArray(value)) for (const each of value) bytes += 2 * String(each).length;
  }
  return bytes;
}

/** Cuts long texts and lists; returns the same object when nothing is too long, which is nearly always. */
function bounded(fields: FlightFields): FlightFields {
  for (const value of Object.values(fields))
    if (isLong(value)) return Object.fromEntries(Object.entries(fields).map(([key, v]) => [key, cut(v)]));
  return fields;
}

function isLong(value: FlightValue): boolean {
  if (typeof value === 'string') return value.length > longestText;
  return Array.isArray(value) && (value.length > longestList || value.some(isLong));
}

function cut(value: FlightValue): FlightValue {
  if (typeof value === 'string') return value.slice(0, longestText);
  if (!Array.isArray(value)) return value;
  return value.slice(0, longestList).map((each: string | number) => cut(each) as string | number);
}
