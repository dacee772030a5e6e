// The half-precision checks (tools/lab/f16) in Firefox, whose software adapter has shader-f16; Chromium's does not.
// Prints one JSON line per check. The exit code is 1 when a check fails or does not run.
import type { F16Report } from './reports/f16-report';
import { realClock } from '../../src/base/clock';
import { waitFor } from '../../src/base/deadline';
import type { RunningBrowser } from '../../src/cli/browser/launch-browser';
import { openLabTab } from '../harness/lab-tab';
import { measured, stopOnSignal, withRealPage } from '../harness/real-page';
import { serveLabPage } from './lab-page';

/** The longest time without a finished check: a model's kernels take seconds to compile. */
const quietLimitMs = 60_000;

function main(): Promise<number> {
  const signal = stopOnSignal();
  const options = { headful: false, hardware: false };
  return measured(() => withRealPage(() => serveLabPage('f16'), 'firefox', options, check), signal);

  async function check(browser: RunningBrowser, url: string): Promise<number> {
    const page = await openLabTab(browser, url, 'f16', 'runF16Checks');
    const ended = waitFor<string | null>(realClock, quietLimitMs, 'the f16 checks', signal);
    let failed = 0;
    await page.exposeFunction('f16Report', (report: F16Report) => {
      ended.progress();
      console.log(JSON.stringify(report));
      if (report.kind === 'check' && report.problem !== null) failed++;
      if (report.kind === 'end') ended.settle(report.error);
    });
    await page.evaluate(() => void window.runF16Checks());
    const error = await ended.promise;
    return error !== null || failed > 0 ? 1 : 0;
  }
}

process.exitCode = await main();
