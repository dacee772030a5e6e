// Which cases and systems a command line names. Pure.
import type { CaseInfo, System } from '../lab/reports/bench-report';

/** Cases whose names begin with one of `suites`; all when it is empty. A long case runs only when a suite names at
 *  least its size: 'matmul 2048'. */
export function selectCases(cases: readonly CaseInfo[], suites: readonly string[]): readonly CaseInfo[] {
  return cases.filter(({ name, isLong }) => {
    const named = suites.filter((suite) => name.startsWith(suite));
    if (!isLong) return suites.length === 0 || named.length > 0;
    return named.some((suite) => suite.startsWith(withSize(name)));
  });
}

/** Systems whose names begin with one of `only`; all when it is empty. */
export function selectSystems(all: readonly System[], only: readonly string[]): readonly System[] {
  return all.filter(({ name }) => only.length === 0 || only.some((one) => name.startsWith(one)));
}

/** The suite of a case: its pages are opened together. */
export function suiteOf(name: string): string {
  return name.split(' ')[0];
}

function withSize(name: string): string {
  return name.split(' ').slice(0, 2).join(' ');
}
