// The lines of `npm run bench -- save`, from the times of steps. Pure.

/** The time of a committed step. `atMs`: epoch time. */
export interface StepTime {
  readonly step: number;
  readonly atMs: number;
}

/** What one room measured, in ms. */
export interface SaveFigures {
  /** The steps while nothing was saved. */
  readonly alone: readonly number[];
  readonly saving: readonly number[];
  /** Files taken while `saving`, and how long they took. */
  readonly files: readonly { readonly bytes: number; readonly ms: number }[];
  /** Undefined: nobody waited for it. `ms`: from the step in the file until it was there. */
  readonly autosave:
    | { readonly bytes: number; readonly ms: number; readonly steps: readonly number[] }
    | undefined;
}

export interface SaveLine {
  readonly name: string;
  readonly ours: number;
  /** Undefined: nobody saves so. */
  readonly goal?: number;
  readonly unit: 'times';
  readonly runs: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** A step may take so many times as long while the room writes its file. */
const ratioGoal = 1.1;

/** How long each step took that began and ended between two moments. `steps`: in order. */
export function stepsWithin(steps: readonly StepTime[], fromMs: number, toMs: number): readonly number[] {
  return steps.flatMap(({ step, atMs }, at) => {
    const before = steps[at - 1];
    const isWithin = before?.step === step - 1 && before.atMs >= fromMs && atMs <= toMs;
    return isWithin ? [atMs - before.atMs] : [];
  });
}

/** Steps of all rooms together. Throws where a room measured none. */
export function saveLines(name: string, rooms: readonly SaveFigures[]): readonly SaveLine[] {
  const alone = rooms.flatMap((room) => room.alone);
  const line = (
    what: string,
    steps: readonly number[],
    files: readonly { readonly bytes: number; readonly ms: number }[],
    goal?: number,
  ): SaveLine => ({
    name: `save ${name}, ${what}`,
    ours: round(median(steps) / median(alone), 3),
    ...(goal === undefined ? {} : { goal }),
    ...{ unit: 'times', runs: rooms.length },
    parts: {
      'step alone': round(median(alone), 1),
      'step while saving': round(median(steps), 1),
      'slowest alone': round(Math.max(...alone), 1),
      'slowest while saving': round(Math.max(...steps), 1),
      'steps alone': alone.length,
      'steps while saving': steps.length,
      'MB a file': round(median(files.map(({ bytes }) => bytes)) / 1e6, 1),
      'ms a file': round(median(files.map(({ ms }) => ms)), 0),
      'ms of steps a file costs': round(((median(steps) - median(alone)) * steps.length) / files.length, 1),
    },
  });
  const written = rooms.flatMap(({ autosave }) => (autosave ? [autosave] : []));
  return [
    line(
      'file after file',
      rooms.flatMap((room) => room.saving),
      rooms.flatMap((room) => room.files),
    ),
    ...(written.length > 0
      ? [
          line(
            'by itself',
            written.flatMap(({ steps }) => steps),
            written,
            ratioGoal,
          ),
        ]
      : []),
  ];
}

export function saveText({ name, ours, goal, parts }: SaveLine): string {
  const told = Object.entries(parts).map(([part, value]) => `${part} ${value}`);
  const wanted = goal === undefined ? '' : ` (goal ${goal})`;
  return `${name}: ${ours} times${wanted}; ${told.join(', ')}`;
}

function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('nothing was measured: give more --seconds');
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
