// The lines of `npm run bench -- ddp`, from the times of steps. Pure.
import type { DdpCase } from './ddp-cases';

/** A step of ours, as `npm run ring -- --json` reports it, in ms. */
export interface OurStep {
  readonly wallMs: number;
  readonly computeMs: number;
  readonly exposedMs: number;
  readonly otherMs: number;
}

export interface DdpLine {
  readonly name: string;
  readonly ours: number;
  /** The goal in ms, where PyTorch ran. */
  readonly goal?: number;
  readonly unit: 'ms';
  readonly runs: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** The engine is chosen and compiled, and threads start, in the first steps. */
export const warmSteps = 10;

/** `ours`, `theirs`: the turns, each with its steps. PyTorch was not there: `theirs` is empty. */
export function ddpLine(
  { name, goal }: DdpCase,
  ours: readonly (readonly OurStep[])[],
  theirs: readonly (readonly number[])[],
): DdpLine {
  const steps = ours.flatMap((turn) => turn.slice(warmSteps));
  const part = (of: (step: OurStep) => number): number => round(median(steps.map(of)));
  const wall = part(({ wallMs }) => wallMs);
  const rival = round(median(theirs.flatMap((turn) => turn.slice(warmSteps))));
  return {
    name: `ddp ${name}`,
    ours: wall,
    ...(theirs.length > 0 && { goal: round(goal * rival) }),
    unit: 'ms',
    runs: ours.length,
    parts: {
      computing: part(({ computeMs }) => computeMs),
      'communication that nothing hid': part(({ exposedMs }) => exposedMs),
      rest: part(({ otherMs }) => otherMs),
      ...(theirs.length > 0 && { PyTorch: rival, 'times as long': round(wall / rival) }),
    },
  };
}

export function ddpText({ name, ours, goal, parts }: DdpLine): string {
  const aim = goal === undefined ? 'PyTorch is not installed' : `goal ${goal}`;
  const all = Object.entries(parts).map(([part, value]) => `${part} ${value}`);
  return `${name}: ${ours} ms a step (${aim}); ${all.join(', ')}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

const round = (value: number): number => Math.round(10 * value) / 10;
