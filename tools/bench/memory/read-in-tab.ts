// Gives a file to the page's picker in a real tab, and watches the Worker that reads it. The functions given to evaluate()
// run in the page.
import type { ElementHandle, Page, WebWorker } from 'puppeteer-core';
import type { LockstepEntry, ReplicaHandle, RunConfig, Snapshot } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { largestRendererBytes } from '../../harness/browser-facts';
import { larger, type MemoryPeak, type MemorySample } from './memory-report';

interface LockstepWindow {
  readonly lockstepEntry?: LockstepEntry;
  readonly lockstep?: { snapshot(): Snapshot; send: ReplicaHandle['send'] };
}

const screen = { width: 1440, height: 900 };
const limitMs = 60_000;
/** A file of a gigabyte on a slow disk. */
const readLimitMs = 900_000;
const everyMs = 20;
const ownFiles = '::-p-xpath(//label[contains(., "Your own files")])';
const picker = '::-p-xpath(//label[span[.="Files"]]//input[@type="file"])';
/** The names of the file reader's Worker, and of the replica's. */
const workerNames = ['file-worker-entry', '/worker-entry'];
const trainedSteps = 100;

/** `config`: a run that the tab begins with the file; undefined: it only reads it. */
export async function readInTab(
  browser: RunningBrowser,
  url: string,
  file: string,
  config: RunConfig | undefined,
): Promise<MemoryPeak> {
  // Not in a context of its own: that is a private one, whose file system is in memory.
  const page = await browser.newTab();
  const watch = new WorkerWatch(browser);
  try {
    await page.setViewport(screen);
    await page.goto(url, { timeout: limitMs });
    await page.locator(ownFiles).setTimeout(limitMs).click();
    const input = (await page.waitForSelector(picker, {
      timeout: limitMs,
    })) as ElementHandle<HTMLInputElement>;
    page.on('workercreated', (worker) => {
      if (workerNames.some((name) => worker.url().includes(name))) watch.begin(worker);
    });
    const before = await largestRendererBytes(browser);
    await input.uploadFile(file);
    const told = await until(() => page.evaluate(toldOfFile));
    const isRead = told.startsWith('✓');
    const trained = isRead && config ? await train(page, input, config) : '';
    const { most, samples, mostResident } = await watch.end();
    if (!isRead) throw new Error(`the page did not read ${file}: ${told}`);
    return {
      ...{ most, samples, read: told.slice(2) + trained },
      residentBytes: before > 0 ? Math.max(0, mostResident - before) : undefined,
    };
  } finally {
    watch.stop();
    await page.close();
  }
}

/** Opens a room on the file that was chosen, and waits for some steps. Words for people. */
async function train(page: Page, input: ElementHandle<HTMLInputElement>, config: RunConfig): Promise<string> {
  const began = performance.now();
  await page.evaluate(
    async (chosen, run) => {
      const { lockstepEntry } = window as unknown as LockstepWindow;
      lockstepEntry!.provideText(chosen.files![0]);
      await lockstepEntry!.create({ isOpen: false, config: run, name: 'bench', engine: 'cpu' });
    },
    input,
    config,
  );
  const isAt = (phase: string, step: number): Promise<true> =>
    until(() =>
      page.evaluate(
        (wanted, least) => {
          const snapshot = (window as unknown as LockstepWindow).lockstep?.snapshot();
          const phase = snapshot?.phase;
          if (phase?.kind === 'failed' || (phase?.kind === 'needs-file' && phase.problem))
            throw new Error(JSON.stringify(phase));
          return snapshot !== undefined && snapshot.phase.kind === wanted && snapshot.step >= least;
        },
        phase,
        step,
      ),
    );
  await isAt('lobby', 0);
  const ready = performance.now();
  await page.evaluate(() =>
    (window as unknown as LockstepWindow).lockstep!.send({ kind: 'host', command: { kind: 'start' } }),
  );
  await isAt('training', trainedSteps);
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
  return ` Ready to train after ${seconds(began, ready)} s, ${trainedSteps} steps in ${seconds(ready, performance.now())} s.`;
}

/** What the page says of the file, once it is read; false before. */
function toldOfFile(): string | false {
  for (const status of document.querySelectorAll('[role=status]')) {
    const text = status.textContent;
    if (text.startsWith('✓')) return text;
  }
  return false;
}

/** Samples the heap of each Worker, and the memory of the process, until they end. */
class WorkerWatch {
  #most: MemorySample = { heap: 0, arrayBuffers: 0 };
  #samples = 0;
  #mostResident = 0;
  #isOver = false;
  readonly #watched: Promise<unknown>[] = [];

  constructor(private readonly browser: RunningBrowser) {}

  begin(worker: WebWorker): void {
    if (this.#watched.length === 0) this.#watched.push(this.#watchProcess());
    this.#watched.push(this.#watchHeap(worker));
  }

  stop(): void {
    this.#isOver = true;
  }

  /** The peak; throws where no Worker was seen. */
  async end() {
    this.stop();
    await Promise.all(this.#watched);
    if (this.#samples === 0) throw new Error('the Worker that reads files was not seen');
    return { most: this.#most, samples: this.#samples, mostResident: this.#mostResident };
  }

  async #watchHeap(worker: WebWorker): Promise<void> {
    while (!this.#isOver) {
      // The Worker answers between two pieces of work, and not at all once it has ended.
      const usage = await worker.client.send('Runtime.getHeapUsage').catch(() => undefined);
      if (!usage) return;
      const { usedSize, backingStorageSize } = usage;
      this.#most = larger(this.#most, { heap: usedSize, arrayBuffers: backingStorageSize });
      this.#samples++;
      await pause(everyMs);
    }
  }

  async #watchProcess(): Promise<void> {
    while (!this.#isOver) {
      const bytes = await largestRendererBytes(this.browser).catch(() => 0); // it closes
      this.#mostResident = Math.max(this.#mostResident, bytes);
      await pause(everyMs);
    }
  }
}

/** The page is asked again and again: no single question may take longer than three minutes. */
async function until<Answer>(ask: () => Promise<Answer | false>): Promise<Answer> {
  const end = performance.now() + readLimitMs;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== false) return answer;
    await pause(everyMs);
  }
  throw new Error(`nothing came of the file within ${readLimitMs / 1000} s`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
