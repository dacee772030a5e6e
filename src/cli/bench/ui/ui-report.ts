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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
