// Gives a file to the page's picker in a real tab, and watches the Worker that reads it. The functions given to evaluate()
// run in the page.
import type { ElementHandle, WebWorker } from 'puppeteer-core';
import type { RunningBrowser } from '../../browser/launch-browser';
import { larger, type MemoryPeak, type MemorySample } from './memory-report';

const screen = { width: 1440, height: 900 };
const limitMs = 60_000;
/** A file of a gigabyte on a slow disk. */
const readLimitMs = 600_000;
const everyMs = 20;
const ownFiles = '::-p-xpath(//label[contains(., "Your own files")])';
const picker = '::-p-xpath(//label[span[.="Files"]]//input[@type="file"])';
/** Of the file reader's Worker: file-worker-entry.ts. */
const workerName = 'file-worker-entry';

export async function readInTab(browser: RunningBrowser, url: string, file: string): Promise<MemoryPeak> {
  const context = await browser.freshProfile();
  try {
    const page = await context.newPage({ type: 'window' });
    await page.setViewport(screen);
    await page.goto(url, { timeout: limitMs });
    await page.locator(ownFiles).setTimeout(limitMs).click();
    const input = (await page.waitForSelector(picker, {
      timeout: limitMs,
    })) as ElementHandle<HTMLInputElement>;
    const watch = new WorkerWatch(browser);
    page.on('workercreated', (worker) => {
      if (worker.url().includes(workerName)) watch.begin(worker);
    });
    const before = await browser.largestRendererBytes();
    await input.uploadFile(file);
    const read = await page.waitForFunction(toldOfFile, { timeout: readLimitMs, polling: 50 });
    const told = (await read.jsonValue()) as string;
    const { most, samples, mostResident } = await watch.end();
    if (!told.startsWith('✓')) throw new Error(`the page did not read ${file}: ${told}`);
    return {
      ...{ most, samples, read: told.slice(2) },
      residentBytes: before > 0 ? Math.max(0, mostResident - before) : undefined,
    };
  } finally {
    await context.close();
  }
}

/** What the page says of the file, once it is read; false before. */
function toldOfFile(): string | false {
  for (const status of document.querySelectorAll('[role=status]')) {
    const text = status.textContent;
    if (text.startsWith('✓')) return text;
  }
  return false;
}

/** Samples a Worker's heap, and the memory of its process, until it ends. */
class WorkerWatch {
  #most: MemorySample = { heap: 0, arrayBuffers: 0 };
  #samples = 0;
  #mostResident = 0;
  #isOver = false;
  #watched: Promise<unknown>[] = [];

  constructor(private readonly browser: RunningBrowser) {}

  begin(worker: WebWorker): void {
    this.#watched = [this.#watchHeap(worker), this.#watchProcess()];
  }

  async end() {
    this.#isOver = true;
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
      this.#mostResident = Math.max(this.#mostResident, await this.browser.largestRendererBytes());
      await pause(everyMs);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
