// The lines of `npm run bench -- start`, from the flight records of visits. Pure.
import type { EngineWish } from '../../../src/model/check/engine-report';

/** Seconds. */
export interface StartTimes {
  /** The time from the press until the run is known. */
  readonly entering: number;
  /** The time until engine and data are there. */
  readonly preparing: number;
  /** The time until the first gradient. */
  readonly stepping: number;
}

export interface Visit {
  readonly engine: string;
  readonly times: StartTimes;
  /** Seconds of `preparing` that the chosen engine's known answers took (E20). */
  readonly answers: number;
}

export interface StartCase {
  readonly preset: string;
  readonly wish: EngineWish;
  readonly visit: 'first' | 'second';
  /** The server, where several are measured. */
  readonly url?: string | undefined;
}

/** On the processor nothing but WebAssembly is compiled. */
const processorGoalS = 0.3;
/** The goals on WebGPU, of MLPs and of the others. */
const webGpuGoalsS = { mlp: 2, other: 3 };

/** `pressedMs`: epoch time of the press. Throws when the record lacks a part. */
export function visitOf(flightRecord: string, pressedMs: number): Visit {
  const lines = flightRecord
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const at = (kind: string): number => {
    const line = lines.find((each) => each.kind === kind);
    if (typeof line?.at !== 'number') throw new Error(`the flight record has no '${kind}'`);
    return line.at;
  };
  const [known, prepared, gradient] = [at('preparing'), at('prepared'), at('first gradient')];
  const { device, answersMs } = lines.find(({ kind }) => kind === 'prepared')!;
  return {
    engine: String(device),
    answers: Number(answersMs) / 1000,
    times: {
      entering: (known - pressedMs) / 1000,
      preparing: (prepared - known) / 1000,
      stepping: (gradient - prepared) / 1000,
    },
  };
}

export function totalOf({ entering, preparing, stepping }: StartTimes): number {
  return entering + preparing + stepping;
}

/** Medians, each over its own part. undefined: no goal, because the choice of an engine has none. */
export function startLine(one: StartCase, visits: readonly Visit[]): Readonly<Record<string, unknown>> {
  const { preset, wish, visit, url } = one;
  const medianOf = (part: (visit: Visit) => number): number => {
    const sorted = visits.map(part).toSorted((a, b) => a - b);
    return Number(sorted[Math.floor(sorted.length / 2)].toFixed(3));
  };
  const median = (part: (times: StartTimes) => number): number => medianOf(({ times }) => part(times));
  const goal = goalOf(one);
  return {
    name: `start ${preset}, ${wish}, ${visit} visit`,
    ours: median(totalOf),
    ...(goal !== undefined && { goal }),
    unit: 's',
    runs: visits.length,
    engine: visits[0].engine,
    parts: {
      entering: median(({ entering }) => entering),
      preparing: median(({ preparing }) => preparing),
      stepping: median(({ stepping }) => stepping),
    },
    answers: medianOf(({ answers }) => answers),
    ...(url !== undefined && { url }),
  };
}

function goalOf({ preset, wish }: StartCase): number | undefined {
  if (wish === 'auto') return undefined;
  if (wish === 'cpu') return processorGoalS;
  return preset === 'digits-cnn' || preset === 'stories' ? webGpuGoalsS.other : webGpuGoalsS.mlp;
}
