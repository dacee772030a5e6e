// `npm run bench -- ui`: what the page itself costs, fetches and keeps, and how soon a newcomer trains. The built
// page and its room server run as for users. Presets and servers take turns.
import { presets } from '../../../src/replica/presets';
import type { RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { endOnSignal } from '../../harness/end-on-signal';
import { runCommand } from '../../../src/cli/options/command-line';
import { complain, measured, serveBuiltPage, servedAt, withRealPage } from '../../harness/real-page';
import { changeLines } from './changes-report';
import { changesOnScreens } from './changes-visit';
import { phoneSlowdown, replayedDashboard, replayedHeap } from './dashboard-visit';
import { linkToFirstStep } from './entry-visit';
import { homeTimes } from './home-visit';
import { manyJoins } from './joins-visit';
import { parseUiOptions, uiHelp, type UiOptions, type UiPart } from './ui-options';
import { trainingTabs, type TabFigures } from './training-visit';
import { tabsAndWall } from './wall-visit';
import {
  entryLine,
  framesLine,
  heapLine,
  homeLine,
  joinsLine,
  moreScriptLine,
  scriptLine,
  shareLine,
  threadsLine,
  tickLine,
  trainingCostLine,
  type Fetched,
  type Line,
} from './ui-report';
import { endless, laterScripts, scriptsBeforeJoin, type Language } from './ui-visit';

const tabs = ['host', 'guest'] as const;
/** The fewest changes of each kind: the longest of fewer says little. */
const leastChanges = 5;
/** Four pages and three replicas share the cores. */
const framesBesideWall = 20;
const screens = ['home', 'join link'] as const;
const languages = ['en', 'de', 'fr'] as const satisfies readonly Language[];
/** The largest dictionary of the three. */
const largest = 'de';
const lessons = [
  'how-a-sum-travels',
  'one-model',
  'effective-batch',
  'communication-wall',
  'fuse-and-overlap',
  'fewer-bytes',
  'talk-less',
  'peer-dies',
  'when-it-stops',
];

type Measure = (browser: RunningBrowser, urls: readonly string[], options: UiOptions) => Promise<void>;

const measurePart: Readonly<Record<UiPart, Measure>> = {
  scripts: measureScripts,
  training: async (browser, urls, options) => {
    for (const preset of options.presets) await measureTraining(browser, urls, preset, options);
  },
  later: measureLaterScripts,
  home: measureHome,
  wall: measureWall,
  entry: measureEntry,
  joins: measureJoins,
  replay: measureReplay,
  changes: measureChanges,
};

async function main(options: UiOptions): Promise<number> {
  endOnSignal();
  const { urls } = options;
  const serve = urls.length === 0 ? serveBuiltPage : servedAt(urls[0]);
  const measures = options.parts.map((part) => measurePart[part]);
  if (options.heapMinutes > 0) measures.push(measureHeap);
  return measured(() =>
    withRealPage(serve, 'chromium', options, async (browser, own) => {
      let exitCode = 0;
      for (const measure of measures) {
        const measuring = measure(browser, urls.length === 0 ? [own] : urls, options);
        await measuring.catch((error: unknown) => {
          exitCode = complain((error as Error).message);
        });
      }
      return exitCode;
    }),
  );
}

async function measureScripts(
  browser: RunningBrowser,
  urls: readonly string[],
  { runs, json }: UiOptions,
): Promise<void> {
  const visits = await inTurns(urls, runs, async (url) => {
    const seen: Partial<Record<Language, Awaited<ReturnType<typeof scriptsBeforeJoin>>>> = {};
    for (const language of languages)
      seen[language] = await scriptsBeforeJoin(browser, url, configOf('moons'), language);
    return seen as Required<typeof seen>;
  });
  for (const screen of screens)
    for (const [url, seen] of visits) {
      const of = (language: Language): Fetched[] => seen.map((one) => one[language][screen]);
      const byLanguage = Object.fromEntries(languages.map((language) => [language, of(language)]));
      report(scriptLine(screen, byLanguage), atOf(url, urls), json);
    }
}

/** The same files every time: one visit is enough. */
async function measureLaterScripts(
  browser: RunningBrowser,
  urls: readonly string[],
  { json }: UiOptions,
): Promise<void> {
  for (const url of urls) {
    const seen = await laterScripts(browser, url, configOf('moons'), largest, lessons);
    const { beforeJoin, dashboard } = seen;
    report(moreScriptLine('dashboard', beforeJoin, { dashboard }), atOf(url, urls), json);
    report(moreScriptLine('lesson', { ...beforeJoin, ...dashboard }, seen.lessons), atOf(url, urls), json);
  }
}

async function measureJoins(
  _browser: RunningBrowser,
  urls: readonly string[],
  { runs, joins, json }: UiOptions,
): Promise<void> {
  const seen = await inTurns(urls, runs, (url) => manyJoins(url, configOf('moons'), joins));
  for (const [url, times] of seen) {
    const [all, half] = [times.map((one) => one.all), times.map((one) => one.half)];
    report(joinsLine(joins, all, half), atOf(url, urls), json);
  }
}

async function measureTraining(
  browser: RunningBrowser,
  urls: readonly string[],
  preset: string,
  { runs, measureS, json }: UiOptions,
): Promise<void> {
  const config = configOf(preset);
  const rooms = await inTurns(urls, runs, (url) => trainingTabs(browser, url, config, 1000 * measureS));
  for (const [index, tab] of tabs.entries())
    for (const [url, seen] of rooms) {
      const of = seen.map((figures): TabFigures => figures[index]);
      const name = `${preset}, ${tab}`;
      report(
        shareLine(
          name,
          of.map(({ cost }) => cost),
        ),
        atOf(url, urls),
        json,
      );
      report(
        framesLine(
          name,
          of.map(({ framesPerSecond }) => framesPerSecond),
        ),
        atOf(url, urls),
        json,
      );
    }
  for (const [url, seen] of rooms) {
    const hosts = seen.map(([host]) => host);
    const against = (state: 'resting' | 'paused') =>
      hosts.flatMap((host) => host.rounds.map((round) => ({ drawn: round.drawn, without: round[state] })));
    report(trainingCostLine(preset, 'display paused', against('paused')), atOf(url, urls), json);
    const sum = trainingCostLine(`${preset}, the sum that plays`, 'sum at rest', against('resting'));
    report(sum, atOf(url, urls), json);
    const threads = hosts.map((host) => host.threads);
    const isKnown = Object.keys(threads[0].drawn).length > 0;
    if (isKnown) report(threadsLine(preset, threads), atOf(url, urls), json);
  }
}

async function measureHome(
  browser: RunningBrowser,
  urls: readonly string[],
  { runs, json }: UiOptions,
): Promise<void> {
  for (const device of ['laptop', 'phone'] as const) {
    const visits = await inTurns(urls, runs, (url) => homeTimes(browser, url, device));
    for (const [url, seen] of visits) report(homeLine(device, seen), atOf(url, urls), json);
  }
}

async function measureWall(
  browser: RunningBrowser,
  urls: readonly string[],
  { presets: names, runs, measureS, json }: UiOptions,
): Promise<void> {
  for (const preset of names) {
    const config = configOf(preset);
    const rooms = await inTurns(urls, runs, (url) => tabsAndWall(browser, url, config, 1000 * measureS));
    for (const [url, seen] of rooms)
      for (const page of ['host', 'guest', 'guest 2', 'wall'] as const) {
        const frames = seen.map(({ framesPerSecond }) => framesPerSecond[page]);
        report(
          framesLine(`${preset}, three tabs and a wall, ${page}`, frames, framesBesideWall),
          atOf(url, urls),
          json,
        );
      }
  }
}

async function measureEntry(
  browser: RunningBrowser,
  urls: readonly string[],
  { presets: names, runs, json }: UiOptions,
): Promise<void> {
  for (const preset of names)
    for (const device of ['laptop', 'phone'] as const) {
      const config = { ...configOf(preset), steps: endless };
      const visits = await inTurns(urls, runs, (url) => linkToFirstStep(browser, url, config, device));
      for (const [url, seen] of visits) report(entryLine(preset, device, seen), atOf(url, urls), json);
    }
}

async function measureReplay(
  browser: RunningBrowser,
  urls: readonly string[],
  { runs, measureS, json }: UiOptions,
): Promise<void> {
  for (const device of ['laptop', 'phone'] as const)
    for (const tab of ['batch', 'curves']) {
      const name = `replay, ${device}, tab “${tab}”`;
      const visits = await inTurns(urls, runs, (url) =>
        replayedDashboard(browser, url, device, tab, 1000 * measureS),
      );
      for (const [url, seen] of visits) {
        const costs = seen.map(({ cost }) => cost);
        report(
          framesLine(
            name,
            seen.map(({ framesPerSecond }) => framesPerSecond),
          ),
          atOf(url, urls),
          json,
        );
        report(tickLine(name, device === 'phone' ? phoneSlowdown : 1, seen), atOf(url, urls), json);
        report(shareLine(name, costs), atOf(url, urls), json);
      }
    }
}

async function measureChanges(
  browser: RunningBrowser,
  urls: readonly string[],
  { runs, json }: UiOptions,
): Promise<void> {
  for (const url of urls) {
    const seen = await changesOnScreens(browser, url, configOf('moons'), Math.max(runs, leastChanges));
    for (const line of changeLines(seen)) report(line, atOf(url, urls), json);
  }
}

/** One after the other: a heap is watched for half an hour. */
async function measureHeap(
  browser: RunningBrowser,
  urls: readonly string[],
  { heapMinutes, json }: UiOptions,
): Promise<void> {
  for (const url of urls)
    report(heapLine(heapMinutes, await replayedHeap(browser, url, heapMinutes)), atOf(url, urls), json);
}

async function inTurns<Value>(
  urls: readonly string[],
  runs: number,
  measure: (url: string) => Promise<Value>,
): Promise<ReadonlyMap<string, readonly Value[]>> {
  const seen = new Map(urls.map((url) => [url, [] as Value[]]));
  for (let run = 0; run < runs; run++) for (const url of urls) seen.get(url)!.push(await measure(url));
  return seen;
}

function configOf(preset: string): RunConfig {
  return presets.find(({ id }) => id === preset)!.config;
}

/** The address is named where several are measured. */
function atOf(url: string, urls: readonly string[]): Line {
  return urls.length > 1 ? { url } : {};
}

function report(measured: Line, at: Line, json: boolean): void {
  const line: Line = { ...measured, ...at };
  if (json) return console.log(JSON.stringify(line));
  const { name, ours, goal, unit, parts = {}, url } = line;
  const split = Object.entries(parts as object).map(([part, value]) => `${part} ${value}`);
  const where = url === undefined ? '' : ` at ${String(url)}`;
  const words = split.length > 0 ? `; ${split.join(', ')}` : '';
  const aim = goal === undefined ? '' : ` (goal ${String(goal)})`;
  console.log(`${String(name)}${where}: ${String(ours)} ${String(unit)}${aim}${words}`);
}

const parsed = parseUiOptions(
  process.argv.slice(2),
  presets.map(({ id }) => id),
);
process.exitCode = await runCommand('npm run bench -- ui', uiHelp, parsed, main);
