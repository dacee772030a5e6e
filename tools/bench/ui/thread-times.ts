// Processor time of a browser's threads, from Linux's /proc. Drawing also costs threads that no page counts: those that
// raster and composite it. On a busy machine their time per step says more than steps per second do.
import { readdirSync, readFileSync } from 'node:fs';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { processesOf } from '../../harness/browser-facts';

/** ms so far, by kind of process and name of thread: 'renderer Compositor'. Threads of one name are added up. */
export type ThreadTimes = Readonly<Record<string, number>>;

/** Empty where there is no /proc. */
export async function threadTimes(browser: RunningBrowser): Promise<ThreadTimes> {
  const sums: Record<string, number> = {};
  for (const { type, id } of await processesOf(browser))
    for (const thread of threadsOf(id)) {
      const name = `${type.toLowerCase()} ${nameOf(id, thread)}`;
      sums[name] = (sums[name] ?? 0) + millisecondsOf(id, thread);
    }
  return sums;
}

/** The times of the threads that ran between two readings, the largest first. */
export function timesBetween(begin: ThreadTimes, end: ThreadTimes): ThreadTimes {
  const passed = Object.entries(end).map(([name, ms]) => [name, ms - (begin[name] ?? 0)] as const);
  return Object.fromEntries(passed.filter(([, ms]) => ms > 0).sort(([, a], [, b]) => b - a));
}

function threadsOf(process: number): readonly string[] {
  try {
    return readdirSync(`/proc/${process}/task`);
  } catch {
    return []; // it has ended, or this is not Linux
  }
}

/** The name without numbers: 'ThreadPoolForeg' stands for all of a pool. */
function nameOf(process: number, thread: string): string {
  if (Number(thread) === process) return 'main';
  return read(`/proc/${process}/task/${thread}/comm`)
    .trim()
    .replace(/(?<!\d)\d+$/, '');
}

/** The first figure of schedstat: ns on a processor. */
function millisecondsOf(process: number, thread: string): number {
  return Number(read(`/proc/${process}/task/${thread}/schedstat`).split(' ')[0]) / 1e6;
}

/** A thread may end between two readings: it then counts nothing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
