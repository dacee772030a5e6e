// `npm run bench`: our engines, jax-js and tfjs side by side in a real Chromium. A system has a page of its own; this
// command calls them in turns. Each suite (the first word of a case's name) gets fresh pages, so that memory left by one
// suite does not slow the next.
import type { CaseInfo, Started } from '../lab/reports/bench-report';
import { parseBenchOptions, benchHelp, type BenchOptions } from './bench-options';
import { BenchPage, type Place } from './bench-page';
import { BenchPages } from './bench-pages';
import { errorsOf } from './bench-line';
import { benchHead, benchJson, benchRow } from './bench-report';
import { runCase } from './run-case';
import { selectCases, suiteOf } from './select-cases';
import { badOptionsCode, runCommand } from '../../src/cli/options/command-line';
import { serveLabPage } from '../lab/lab-page';
import { complain, measured, stopOnSignal, withRealPage } from '../harness/real-page';

async function main(options: BenchOptions): Promise<number> {
  const signal = stopOnSignal();
  return measured(
    () =>
      withRealPage(
        () => serveLabPage('bench'),
        'chromium',
        options,
        async (browser, url) => {
          const place = { browser, url, signal };
          const cases = selectCases(await allCases(place), options.suites);
          if (cases.length > 0) return runSuites(place, cases, options);
          return complain(`no case begins with ${options.suites.join(' or ')}`, badOptionsCode);
        },
      ),
    signal,
  );
}

async function allCases(place: Place): Promise<readonly CaseInfo[]> {
  const page = await BenchPage.open(place, 'one thread', 'the first page');
  const cases = await page.cases();
  await page.close();
  return cases;
}

async function runSuites(
  place: Place,
  cases: readonly CaseInfo[],
  { systems, runs, json }: BenchOptions,
): Promise<number> {
  console.error(place.browser.version);
  if (!json) console.log(benchHead());
  const seen = new Map<string, Started>();
  const onStarted = (name: string, started: Started): void => {
    if (!seen.has(name) && started.about !== '') console.error(`${name}: ${started.about}`);
    seen.set(name, started);
  };
  /** Without an adapter there is no GPU either. */
  const isSoftware = (): boolean => ![...seen.values()].some((started) => started.isSoftware === false);
  let isGood = true;
  for (const suite of new Set(cases.map(({ name }) => suiteOf(name)))) {
    const pages = new BenchPages(place, onStarted);
    for (const one of cases.filter(({ name }) => suiteOf(name) === suite)) {
      const settings = { systems, turns: runs, isSoftware, signal: place.signal };
      const line = await runCase(one, pages, settings);
      console.log(json ? benchJson(line) : benchRow(line));
      if (errorsOf(line).some(({ system }) => system.library === 'ours')) isGood = false;
    }
    await pages.close();
  }
  return isGood ? 0 : 1;
}

const parsed = parseBenchOptions(process.argv.slice(2));
process.exitCode = await runCommand('npm run bench', benchHelp, parsed, main);
