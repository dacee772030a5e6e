// `npm run ring` trains in N real tabs of real browsers, and fails loudly when two of them ever disagree. It prints
// only the steps and the summary on stdout, and everything else on stderr. The server, browsers and profiles that it
// started end with it.
import { inEnglish } from '../english/in-english';
import { realClock } from '../../base/clock';
import { FaultTimes } from './fault-times';
import { profileWords } from '../../net/emulation/profile-words';
import { launchBrowser, type RunningBrowser, type BrowserName } from '../browser/launch-browser';
import { MetricsFile } from './metrics-file';
import { ReplicaTab } from './replica-tab';
import { readInput } from './ring-input';
import { ringHelp } from './ring-table';
import { parseRingOptions, type RingOptions } from './ring-options';
import {
  exitCode,
  measuredLinks,
  RunTally,
  stepLine,
  summaryText,
  tableHead,
  tableRow,
  type Outcome,
} from './ring-report';
import { describeTab, runRing } from './ring-run';
import { badOptionsCode, runCommand } from '../options/command-line';
import { startRoomServer } from '../node/room-server';
import { StepLedger } from './step-ledger';
import { writeFiles } from './write-files';
import { shapeOf } from '../../train/run/data-shape';

/** Lines of a failed tab's flight record. */
const recordLines = 20;
const routineLine = /"kind":"(commit|frames?|hello)"/;
/** A tab enters the room from here, as from every page. No Worker starts with it, as one does with Home. */
const quietPage = '/privacy';
/** Rows of the table between two headings. */
const rowsPerHead = 30;

async function main(options: RingOptions): Promise<number> {
  const input = await readInput(options);
  if (!input.ok) return complain(inEnglish(input.error.says));
  const { config, files, base, own, resumed, notes } = input.value;
  for (const note of notes) report(note);
  const metrics = options.metrics && MetricsFile.open(options.metrics, Date.now());
  if (metrics?.ok === false) return complain(inEnglish(metrics.error.says));

  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  const closers: (() => Promise<void>)[] = [];
  const ledger = new StepLedger();
  const faultTimes = new FaultTimes();
  const tally = new RunTally(shapeOf(config.data).holds === 'tokens' ? 'character' : 'example');
  const tabs: ReplicaTab[] = [];
  let outcome: Outcome;
  try {
    const url = options.url ?? (await server(closers));
    const browser = browserPool(options, closers);
    const enter = async (roomUrl?: string): Promise<ReplicaTab> => {
      stop.signal.throwIfAborted();
      const index = opened++;
      const name = options.browsers[index % options.browsers.length];
      const engine = options.engines[index % options.engines.length];
      const tab = await ReplicaTab.open(index, await browser(name), new URL(quietPage, url).href);
      const mine = [files, ...own][index % (1 + own.length)];
      if (mine) await tab.provideFiles(mine);
      if (roomUrl !== undefined) await tab.join(roomUrl, engine);
      return tab;
    };
    let opened = 0;
    report(`opening ${options.replicas} tabs at ${url}`);
    const host = await enter();
    const room = await host.create(config, options.engines[0]);
    if (base) await host.provideBase(base);
    const roomUrl = new URL(room.url, url).href;
    report(`room ${room.code}: ${roomUrl}`);
    tabs.push(host);
    while (tabs.length < options.replicas) tabs.push(await enter(roomUrl));
    await host.page.bringToFront(); // a person looks at the host's tab; the others are hidden
    let rows = 0;
    outcome = await runRing({
      ...options,
      tabs,
      ledger,
      faultTimes,
      steps: config.steps,
      resumed,
      openTab: () => enter(roomUrl),
      onStep(whole) {
        const line = stepLine(whole);
        tally.add(whole, line);
        metrics?.value.add([...whole.records.values()].slice(0, 1));
        if (!options.json && rows++ % rowsPerHead === 0) console.log(tableHead());
        console.log(options.json ? JSON.stringify(line) : tableRow(line));
      },
      report,
      clock: realClock,
      epochMs: () => Date.now(),
      signal: stop.signal,
    });
  } catch (error) {
    outcome = { kind: 'failed', why: stop.signal.aborted ? 'interrupted' : (error as Error).message };
  }
  if (outcome.kind === 'done') outcome = await writeFiles(tabs[0], options, { files, base }, report);
  else await explain(tabs);
  for (const close of closers.reverse()) await close();
  const unwritten = metrics?.value.close();
  if (unwritten !== undefined && outcome.kind === 'done') outcome = { kind: 'failed', why: unwritten };
  const others = tabs.flatMap(({ snapshot }) => snapshot?.peers.filter((peer) => !peer.isSelf) ?? []);
  const emulated = options.link && { line: profileWords(options.link), ...measuredLinks(others) };
  const summary = tally.summary(outcome, ledger.comparisons, faultTimes, emulated);
  console.log(options.json ? JSON.stringify(summary) : summaryText(summary));
  return exitCode(outcome);
}

async function server(closers: (() => Promise<void>)[]): Promise<string> {
  const started = await startRoomServer();
  if (!started.ok) throw new Error(inEnglish(started.error.says));
  closers.push(() => started.value.close());
  return started.value.url;
}

/** One browser of each kind, launched when first requested. */
function browserPool(
  options: RingOptions,
  closers: (() => Promise<void>)[],
): (name: BrowserName) => Promise<RunningBrowser> {
  const running = new Map<BrowserName, RunningBrowser>();
  return async (name) => {
    const already = running.get(name);
    if (already) return already;
    const launched = await launchBrowser(name, { ...options, isStill: !options.headful });
    if (!launched.ok) throw new Error(inEnglish(launched.error.says));
    closers.push(() => launched.value.close());
    running.set(name, launched.value);
    report(`${launched.value.version} started`);
    return launched.value;
  };
}

/** The state of each tab, its errors, and the ends of its log and its flight record, on stderr, for the search of the
 *  cause. */
async function explain(tabs: readonly ReplicaTab[]): Promise<void> {
  for (const tab of tabs) {
    report(describeTab(tab));
    for (const error of tab.errors) report(`  error: ${error}`);
    for (const notice of await tab.notices()) report(`  ${notice.level}: ${inEnglish(notice.says)}`);
    for (const line of tellingLines(await tab.flightRecord())) report(`  ${line}`);
  }
}

/** The last lines of a flight record that are not routine. */
function tellingLines(record = ''): string[] {
  const lines = record.split('\n').filter((line) => line !== '' && !routineLine.test(line));
  return lines.slice(-recordLines);
}

function report(text: string): void {
  console.error(text);
}

function complain(message: string): number {
  console.error(message);
  return badOptionsCode;
}

const parsed = parseRingOptions(process.argv.slice(2));
process.exit(await runCommand('npm run ring', ringHelp, parsed, main));
