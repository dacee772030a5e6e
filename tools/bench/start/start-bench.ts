// `npm run bench -- start`: how long a person waits from the press of Join to the first gradient. The built page and its room
// server run as for users. Every profile is fresh; presets, engines and servers take turns.
import { presets } from '../../../src/replica/presets';
import type { RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { endOnSignal } from '../../harness/end-on-signal';
import { runCommand } from '../../../src/cli/options/command-line';
import { measured, serveBuiltPage, servedAt, withRealPage } from '../../harness/real-page';
import { parseStartOptions, startHelp, type StartOptions } from './start-options';
import { startLine, type StartCase, type Visit } from './start-report';
import { hostRoom, visit } from './start-visit';

async function main(options: StartOptions): Promise<number> {
  endOnSignal();
  const { urls } = options;
  const serve = urls.length === 0 ? serveBuiltPage : servedAt(urls[0]);
  return measured(() =>
    withRealPage(serve, 'chromium', options, async (browser, own) => {
      await measureStarts(browser, urls.length === 0 ? [own] : urls, options);
      return 0;
    }),
  );
}

async function measureStarts(
  browser: RunningBrowser,
  urls: readonly string[],
  options: StartOptions,
): Promise<void> {
  for (const preset of options.presets)
    for (const wish of options.engines) {
      const seen = new Map<string, { readonly one: StartCase; readonly visits: Visit[] }>();
      for (let run = 0; run < options.runs; run++)
        for (const url of urls)
          for (const [at, made] of (await profile(browser, url, preset, wish, options.readMs)).entries()) {
            const one: StartCase = {
              ...{ preset, wish, url: urls.length > 1 ? url : undefined },
              visit: at === 0 ? 'first' : 'second',
            };
            const key = JSON.stringify(one);
            if (!seen.has(key)) seen.set(key, { one, visits: [] });
            seen.get(key)!.visits.push(made);
          }
      for (const { one, visits } of seen.values()) report(startLine(one, visits), options.json);
    }
}

/** Two visits of a fresh profile. */
async function profile(
  browser: RunningBrowser,
  url: string,
  preset: string,
  wish: StartCase['wish'],
  readMs: number,
): Promise<Visit[]> {
  const config: RunConfig = presets.find(({ id }) => id === preset)!.config;
  const context = await freshProfile(browser);
  try {
    const room = await hostRoom(context, url, config);
    return [await visit(context, room, wish, readMs), await visit(context, room, wish, readMs)];
  } finally {
    await context.close();
  }
}

function report(line: Readonly<Record<string, unknown>>, json: boolean): void {
  if (json) return console.log(JSON.stringify(line));
  const { name, ours, goal, engine, parts, answers } = line;
  const split = Object.entries(parts as object).map(([part, s]) => `${part} ${s}`);
  const at = line.url === undefined ? '' : ` at ${String(line.url)}`;
  const wanted = goal === undefined ? '' : ` (goal ${String(goal)})`;
  console.log(
    `${String(name)}${at}: ${String(ours)} s${wanted} on ${String(engine)}; ${split.join(', ')}; known answers ${String(answers)}`,
  );
}

const parsed = parseStartOptions(
  process.argv.slice(2),
  presets.map(({ id }) => id),
);
process.exitCode = await runCommand('npm run bench -- start', startHelp, parsed, main);
