// `npm run bench`: this engine, jax-js and tfjs side by side in one page of a real Chromium. Each suite (the first word
// of a case's name) gets a fresh page, so that memory left by one suite does not slow the next.
import type { Page } from 'puppeteer-core';
import type { BenchReport } from '../../lab/bench-report';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { parseBenchOptions, benchHelp, type BenchOptions } from './bench-options';
import { benchHead, benchJson, benchRow, errorsOf } from './bench-report';
import { badOptionsCode, runCommand } from '../options/command-line';
import { serveLabPage } from '../browser/lab-page';
import { launchBrowser, type RunningBrowser } from '../browser/launch-browser';

/** The longest time without a finished case: tfjs needs a quarter of a minute for one product of 2048³ on a
 *  processor. */
const quietLimitMs = 600_000;

async function main(options: BenchOptions): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  const server = await serveLabPage('bench');
  const browser = await launchBrowser('chromium', options);
  try {
    if (!browser.ok) return complain(1, browser.error.message);
    return await runSuites(browser.value, server.url, options, stop.signal);
  } catch (error) {
    return complain(1, stop.signal.aborted ? 'stopped' : (error as Error).message);
  } finally {
    if (browser.ok) await browser.value.close();
    await server.close();
  }
}

async function runSuites(
  browser: RunningBrowser,
  url: string,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<number> {
  let page = await openPage(browser, url);
  const names = (await page.evaluate(() => window.benchCases)).filter(
    (name) => options.suites.length === 0 || options.suites.some((suite) => name.startsWith(suite)),
  );
  if (names.length === 0)
    return complain(badOptionsCode, `no case begins with ${options.suites.join(' or ')}`);
  let isFirst = true;
  let isGood = true;
  for (const suite of new Set(names.map(suiteOf))) {
    if (!isFirst) page = await openPage(browser, url);
    const ofSuite = names.filter((name) => suiteOf(name) === suite);
    const end = await runInPage(page, ofSuite, options, signal, (message) => {
      if (message.kind === 'adapter') {
        if (isFirst) print(`${message.adapter}, ${browser.version}; ceiling: ${message.ceiling}`);
        if (isFirst && !options.json) console.log(benchHead());
        isFirst = false;
      }
      if (message.kind === 'line') {
        console.log(options.json ? benchJson(message.line) : benchRow(message.line));
        if (errorsOf(message.line).some(([system]) => system === 'ours')) isGood = false;
      }
    });
    if (end !== undefined) {
      isGood = false;
      print(`${suite}: ${end}`);
    }
    await page.close();
  }
  return isGood ? 0 : 1;
}

async function openPage(browser: RunningBrowser, url: string): Promise<Page> {
  const page = await browser.newTab();
  page.on('pageerror', (error) => print(`page: ${String(error)}`));
  page.on('console', (message) => {
    if (message.type() === 'error') print(`page: ${message.text()}`);
  });
  await page.goto(url);
  await page.waitForFunction(() => 'benchCases' in window);
  return page;
}

/** Resolves when the suite has ended, with the reason when it failed. */
async function runInPage(
  page: Page,
  names: readonly string[],
  { only, runs }: BenchOptions,
  signal: AbortSignal,
  receive: (report: BenchReport) => void,
): Promise<string | undefined> {
  const ended = waitFor<string | undefined>(realClock, quietLimitMs, 'the bench page', signal);
  await page.exposeFunction('benchReport', (report: BenchReport) => {
    ended.progress();
    if (report.kind === 'end') ended.settle(report.error);
    else receive(report);
  });
  page.once('error', (error) => ended.settle(error.message)); // the page crashed
  await page.evaluate((list, settings) => void window.runBench(list, settings), names, { only, runs });
  return ended.promise;
}

function suiteOf(name: string): string {
  return name.split(' ')[0];
}

function print(text: string): void {
  console.error(text);
}

function complain(code: number, text: string): number {
  print(text);
  return code;
}

const parsed = parseBenchOptions(process.argv.slice(2));
process.exitCode = await runCommand('npm run bench', benchHelp, parsed, main);
