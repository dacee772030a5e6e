// The half-precision checks (tools/lab/f16) in Firefox, whose software adapter has shader-f16; Chromium's does not.
// Prints one JSON line per check. The exit code is 1 when a check fails or does not run.
import type { F16Report } from './reports/f16-report';
import { realClock } from '../../src/base/clock';
import { waitFor } from '../../src/base/deadline';
import { launchBrowser } from '../../src/cli/browser/launch-browser';
import { serveLabPage } from './lab-page';

/** The longest time without a finished check: a model's kernels take seconds to compile. */
const quietLimitMs = 60_000;

async function main(): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  const server = await serveLabPage('f16');
  const browser = await launchBrowser('firefox', { headful: false, hardware: false });
  try {
    if (!browser.ok) throw new Error(browser.error.message);
    const page = await browser.value.newTab();
    page.on('pageerror', (error) => console.error(`page: ${String(error)}`));
    await page.goto(server.url);
    await page.waitForFunction(() => 'runF16Checks' in window);
    const ended = waitFor<string | null>(realClock, quietLimitMs, 'the f16 checks', stop.signal);
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
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    if (browser.ok) await browser.value.close();
    await server.close();
  }
}

process.exitCode = await main();
