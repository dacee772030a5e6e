// From what a browser counted to the lines of `npm run bench -- ui`. Pure.

/** Of one page at one moment. Seconds of processor time, since the page began. */
export interface PageClock {
  readonly atS: number;
  readonly task: number;
  readonly script: number;
  readonly layout: number;
  readonly style: number;
}

/** ms of processor time per second. */
export interface PageCost {
  readonly total: number;
  readonly script: number;
  readonly layout: number;
  readonly style: number;
  readonly other: number;
}

/** Bytes as served. */
export interface Fetched {
  readonly page: number;
  readonly workers: number;
}

export type Line = Readonly<Record<string, unknown>>;

const shareGoal = 10;
const framesGoal = 50;
const scriptGoalKb = 120;
const trainingCostGoal = 3;
const tickGoalMs = 4;
const heapGoalMb = 5;
const entryGoalS = 5;

export function costBetween(begin: PageClock, end: PageClock): PageCost {
  const seconds = end.atS - begin.atS;
  if (!(seconds > 0)) throw new Error('the page’s clock did not move between two readings');
  const rate = (part: keyof PageClock): number => (1000 * (end[part] - begin[part])) / seconds;
  const [total, script, layout, style] = [rate('task'), rate('script'), rate('layout'), rate('style')];
  return { total, script, layout, style, other: total - script - layout - style };
}

/** Medians, each over its own part. */
export function shareLine(name: string, costs: readonly PageCost[]): Line {
  const part = (key: keyof PageCost): number => round(median(costs.map((cost) => cost[key])), 1);
  return {
    name: `ui ${name}, main thread`,
    ...{ ours: round(part('total') / 10, 1), goal: shareGoal, unit: '% of a core', runs: costs.length },
    parts: {
      script: part('script'),
      layout: part('layout'),
      style: part('style'),
      other: part('other'),
    },
  };
}

export function framesLine(name: string, framesPerSecond: readonly number[]): Line {
  return {
    name: `ui ${name}, frames`,
    ...{
      ours: round(median(framesPerSecond), 1),
      goal: framesGoal,
      unit: 'fps',
      runs: framesPerSecond.length,
    },
  };
}

/** `screen`: 'home'. A Worker's script counts beside it: it is fetched while a person reads, and delays no screen. */
export function scriptLine(screen: string, visits: readonly Fetched[]): Line {
  const kb = (part: keyof Fetched): number => round(median(visits.map((visit) => visit[part])) / 1000, 1);
  return {
    name: `ui JavaScript before Join, ${screen}`,
    ...{ ours: kb('page'), goal: scriptGoalKb, unit: 'kB', runs: visits.length },
    parts: { workers: kb('workers') },
  };
}

/** `steps` of each run: of the ring, per second. The goal is a share of the training's speed. */
export function trainingCostLine(
  name: string,
  runs: readonly { readonly drawn: number; readonly paused: number }[],
  costs: readonly { readonly drawn: PageCost; readonly paused: PageCost }[],
): Line {
  const perStep = (state: 'drawn' | 'paused'): number =>
    round(median(runs.map((steps, run) => costs[run][state].total / steps[state])), 2);
  const share = median(runs.map(({ drawn, paused }) => 100 * (1 - drawn / paused)));
  return {
    name: `ui ${name}, cost to training`,
    ...{
      ours: round(share, 1),
      goal: trainingCostGoal,
      unit: '% of its steps per second',
      runs: runs.length,
    },
    parts: { 'ms per step, drawn': perStep('drawn'), 'ms per step, display paused': perStep('paused') },
  };
}

/** Of a dashboard that is drawn anew so often. */
export function tickLine(name: string, costs: readonly PageCost[], ticksPerSecond: number): Line {
  const perTick = costs.map(({ script }) => script / ticksPerSecond);
  return {
    name: `ui ${name}, script`,
    ...{ ours: round(median(perTick), 2), goal: tickGoalMs, unit: 'ms a tick', runs: costs.length },
  };
}

/** MB. */
export function heapLine(minutes: number, { begin, end }: { begin: number; end: number }): Line {
  return {
    name: `ui replay, heap after ${minutes} minutes`,
    ...{ ours: round(end - begin, 1), goal: heapGoalMb, unit: 'MB more', runs: 1 },
    parts: { begin: round(begin, 1), end: round(end, 1) },
  };
}

/** Seconds. */
export function entryLine(
  name: string,
  visits: readonly { readonly total: number; readonly untilJoin: number }[],
): Line {
  const part = (key: 'total' | 'untilJoin'): number => round(median(visits.map((visit) => visit[key])), 2);
  return {
    name: `ui ${name}, link to first step`,
    ...{ ours: part('total'), goal: entryGoalS, unit: 's', runs: visits.length },
    parts: { 'until Join was pressed': part('untilJoin') },
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
