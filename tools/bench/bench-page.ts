// One page of the bench in a browser, and its jobs. A page that fails a job is closed: a fresh one takes its place.
import type { Page } from 'puppeteer-core';
import { realClock } from '../../src/base/clock';
import { waitFor, type Wait } from '../../src/base/deadline';
import { openLabTab } from '../harness/lab-tab';
import type { CaseInfo, Done, Job, Reply, Resource } from '../lab/reports/bench-report';
import type { RunningBrowser } from '../../src/cli/browser/launch-browser';

/** The longest job: tfjs needs a quarter of a minute for one product of 2048³ on a software adapter. */
const jobLimitMs = 300_000;

/** Where pages are opened. */
export interface Place {
  readonly browser: RunningBrowser;
  readonly url: string;
  readonly signal: AbortSignal;
}

export class BenchPage {
  #waiting: Wait<Done> | undefined;
  /** Set when the page has crashed. Then no call to it returns. */
  #crash: Error | undefined;

  private constructor(
    private readonly page: Page,
    private readonly name: string,
    private readonly signal: AbortSignal,
  ) {}

  static async open({ browser, url, signal }: Place, resource: Resource, name: string): Promise<BenchPage> {
    const address = resource === 'threads' ? `${url}?isolated` : url;
    const page = await openLabTab(browser, address, name, 'benchCases');
    const opened = new BenchPage(page, name, signal);
    page.once('error', (error) => {
      opened.#crash = error;
      opened.#waiting?.reject(error);
    });
    await page.exposeFunction('benchReply', (reply: Reply) => {
      if (reply.kind === 'failed') opened.#waiting?.reject(new Error(reply.error));
      else opened.#waiting?.settle(reply);
    });
    return opened;
  }

  cases(): Promise<readonly CaseInfo[]> {
    return this.page.evaluate(() => window.benchCases);
  }

  /** One job at a time. Rejects when the page says that it failed, crashes, or takes too long. */
  async ask<Kind extends Done['kind']>(job: Job, kind: Kind): Promise<Extract<Done, { kind: Kind }>> {
    if (this.#crash) throw this.#crash;
    this.#waiting = waitFor<Done>(realClock, jobLimitMs, `${this.name} to ${job.kind}`, this.signal);
    const { promise } = this.#waiting;
    await Promise.race([this.page.evaluate((one) => window.benchJob(one), job), promise]);
    const done = await promise;
    if (done.kind !== kind) throw new Error(`${this.name} answered ${job.kind} with ${done.kind}`);
    return done as Extract<Done, { kind: Kind }>;
  }

  /** What the last `prepare` computed. */
  async outputs(): Promise<readonly Float32Array[]> {
    const encoded = await this.page.evaluate(() => window.benchOutputs());
    return encoded.map((base64) => new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer));
  }

  async close(): Promise<void> {
    await this.page.close().catch(() => undefined); // it has crashed
  }
}
