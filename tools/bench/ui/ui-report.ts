// The lines of `npm run bench -- ui`, from what a browser counted. Pure.
import type { ThreadTimes } from './thread-times';

/** The clock of one page at one moment. Seconds of processor time, since the page began. */
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
/** The milliseconds of a second below which a thread is not named. */
const leastShownMs = 0.5;
/** They train, carry messages, or do both: they draw nothing. */
const trainingThreads = /DedicatedWorker|WebRTC|^network|IOT|mojo|Audio/i;
const tickGoalMs = 4;
/** Updates that the replay gets in a second. */
const ticksPerSecond = 10;
const heapGoalMb = 5;
const entryGoalS = { laptop: 3, phone: 6 } as const;
const homeGoalS = { laptop: 2, phone: undefined } as const;
const joinsGoalS = 60;
const moreScriptGoalKb = { dashboard: 170, lesson: 40 } as const;

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

/** `goal`: where pages and rings share fewer cores than they could use, it is less. */
export function framesLine(name: string, framesPerSecond: readonly number[], goal = framesGoal): Line {
  return {
    name: `ui ${name}, frames`,
    ...{
      ours: round(median(framesPerSecond), 1),
      goal,
      unit: 'fps',
      runs: framesPerSecond.length,
    },
  };
}

/** `screen`: 'home'. By language: the largest counts. A Worker's script counts beside it: it is fetched while a person
 *  reads, and delays no screen. */
export function scriptLine(screen: string, visits: Readonly<Record<string, readonly Fetched[]>>): Line {
  const languages = Object.entries(visits);
  const kb = (seen: readonly Fetched[], part: keyof Fetched): number =>
    round(median(seen.map((visit) => visit[part])) / 1000, 1);
  const pages = languages.map(([language, seen]) => [language, kb(seen, 'page')] as const);
  return {
    name: `ui JavaScript before Join, ${screen}`,
    ours: Math.max(...pages.map(([, page]) => page)),
    ...{ goal: scriptGoalKb, unit: 'kB', runs: languages[0][1].length },
    parts: {
      ...Object.fromEntries(pages),
      workers: Math.max(...languages.map(([, seen]) => kb(seen, 'workers'))),
    },
  };
}

/** Bytes of the page's scripts as served, by the name of the file. */
export type Scripts = Readonly<Record<string, number>>;

/** What a screen fetched that the ones before it had not, in kB. `screens`: by name; the largest counts. */
export function moreScriptLine(
  what: keyof typeof moreScriptGoalKb,
  before: Scripts,
  screens: Readonly<Record<string, Scripts>>,
): Line {
  const parts = Object.fromEntries(
    Object.entries(screens).map(([name, scripts]) => {
      const more = Object.entries(scripts).filter(([file]) => !Object.hasOwn(before, file));
      return [name, round(more.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000, 1)];
    }),
  );
  return {
    name: `ui JavaScript, ${what}`,
    ours: Math.max(...Object.values(parts)),
    ...{ goal: moreScriptGoalKb[what], unit: 'kB more', runs: 1 },
    parts,
  };
}

/** What drawing costs the training: all of it, or the picture of a sum that moves. Each round has steps per second and
 *  costs, and the median of its ratios counts. `without`: how the state is called that draws less. The goal is a share of
 *  the training's speed. */
export function trainingCostLine(
  name: string,
  without: string,
  runs: readonly Readonly<Record<'drawn' | 'without', { steps: number; cost: PageCost }>>[],
): Line {
  const perStep = (state: 'drawn' | 'without'): number =>
    round(median(runs.map((run) => run[state].cost.total / run[state].steps)), 2);
  const perSecond = (state: 'drawn' | 'without'): number =>
    round(median(runs.map((run) => run[state].cost.total)), 1);
  const share = median(runs.map((run) => 100 * (1 - run.drawn.steps / run.without.steps)));
  return {
    name: `ui ${name}, cost to training`,
    ...{
      ours: round(share, 1),
      goal: trainingCostGoal,
      unit: '% of its steps per second',
      runs: runs.length,
    },
    parts: {
      'steps per second, drawn': round(median(runs.map(({ drawn }) => drawn.steps)), 1),
      'ms per step, drawn': perStep('drawn'),
      [`ms per step, ${without}`]: perStep('without'),
      'CPU-ms per second, drawn': perSecond('drawn'),
      [`CPU-ms per second, ${without}`]: perSecond('without'),
    },
  };
}

/** The threads of each run, ms per second: what drawing takes, of all that the browser takes. The times of the threads
 *  that train scatter by several percent, and are not compared. Parts: the threads that draw, largest first. */
export function threadsLine(
  name: string,
  runs: readonly { readonly drawn: ThreadTimes; readonly paused: ThreadTimes }[],
): Line {
  const sumOf = (times: ThreadTimes): number => Object.values(times).reduce((sum, ms) => sum + ms, 0);
  const names = [...new Set(runs.flatMap(({ drawn }) => Object.keys(drawn)))].filter(
    (thread) => !trainingThreads.test(thread),
  );
  const drawingOf = (times: ThreadTimes): number =>
    names.reduce((sum, thread) => sum + (times[thread] ?? 0), 0);
  const more = names.map(
    (thread) =>
      [
        thread,
        median(runs.map(({ drawn, paused }) => (drawn[thread] ?? 0) - (paused[thread] ?? 0))),
      ] as const,
  );
  const share = runs.map(
    ({ drawn, paused }) => (100 * (drawingOf(drawn) - drawingOf(paused))) / sumOf(drawn),
  );
  return {
    name: `ui ${name}, drawing in all threads`,
    ...{
      ours: round(median(share), 1),
      goal: trainingCostGoal,
      unit: '% of the CPU time',
      runs: runs.length,
    },
    parts: {
      'CPU-ms per second, all threads': round(median(runs.map(({ drawn }) => sumOf(drawn))), 0),
      least: round(Math.min(...share), 1),
      most: round(Math.max(...share), 1),
      ...Object.fromEntries(
        more
          .map(([thread, ms]) => [`more CPU-ms per second, ${thread}`, round(ms, 1)] as const)
          .filter(([, ms]) => Math.abs(ms) >= leastShownMs)
          .sort(([, a], [, b]) => b - a),
      ),
    },
  };
}

/**
 * The line of a tick in which the page draws: its drawing, and the reading of the data that arrived in it. `draws`: in
 * a second.
 *  `slowdown`: of the processor, against a laptop's.
 */
export function tickLine(
  name: string,
  slowdown: number,
  visits: readonly { readonly cost: PageCost; readonly pausedCost: PageCost; readonly draws: number }[],
): Line {
  const reading = visits.map(({ pausedCost }) => pausedCost.script / ticksPerSecond);
  const drawing = visits.map(({ cost, pausedCost, draws }) => (cost.script - pausedCost.script) / draws);
  const longest = drawing.map((ms, visit) => ms + reading[visit]);
  return {
    name: `ui ${name}, script`,
    ...{
      ours: round(median(longest), 2),
      goal: tickGoalMs * slowdown,
      unit: 'ms a tick',
      runs: visits.length,
    },
    parts: {
      'drawings a second': round(median(visits.map(({ draws }) => draws)), 1),
      'ms a second': round(median(visits.map(({ cost }) => cost.script)), 1),
      'ms a tick without a drawing': round(median(reading), 2),
    },
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

/** The times from opening the link. Seconds. */
export interface EntryTimes {
  readonly total: number;
  /** The time until Join could be pressed: it is pressed in the next frame. */
  readonly untilJoin: number;
  /** The time until the page showed a loss. Undefined: its first screen shows none. */
  readonly untilLoss?: number;
}

export function entryLine(
  name: string,
  device: keyof typeof entryGoalS,
  visits: readonly EntryTimes[],
): Line {
  const middle = (of: (visit: EntryTimes) => number): number => round(median(visits.map(of)), 2);
  const toLoss = visits.flatMap(({ untilJoin, untilLoss }) =>
    untilLoss === undefined ? [] : [untilLoss - untilJoin],
  );
  return {
    name: `ui ${name}, ${device}, link to first step`,
    ...{ ours: middle(({ total }) => total), goal: entryGoalS[device], unit: 's', runs: visits.length },
    parts: {
      'until Join was pressed': middle(({ untilJoin }) => untilJoin),
      ...(toLoss.length > 0 ? { 'from Join to a loss shown': round(median(toLoss), 2) } : {}),
    },
  };
}

/** The seconds from the address of Home until its ring trains, and until what a person sees before. */
export function homeLine(
  device: keyof typeof homeGoalS,
  visits: readonly Readonly<Record<'painted' | 'moving' | 'boundary' | 'training', number>>[],
): Line {
  const middle = (part: keyof (typeof visits)[number]): number =>
    round(median(visits.map((visit) => visit[part])), 2);
  return {
    name: `ui Home, ${device}, address to training`,
    ...{ ours: middle('training'), goal: homeGoalS[device], unit: 's', runs: visits.length },
    parts: {
      'first paint': middle('painted'),
      'first picture that moves': middle('moving'),
      'boundary drawn': middle('boundary'),
    },
  };
}

/** Seconds from the first of so many joins at once until all had brought examples to a step. */
export function joinsLine(joined: number, all: readonly number[], half: readonly number[]): Line {
  return {
    name: `ui ${joined} joins, Node replicas in one process`,
    ...{ ours: round(median(all), 1), goal: joinsGoalS, unit: 's', runs: all.length },
    parts: { 'half of them within': round(median(half), 1) },
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
