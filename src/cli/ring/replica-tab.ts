// One tab of the ring, driven as a person would drive it. It opens the page, creates or joins the room through
// `window.lockstepEntry`, and does the rest through `window.lockstep`. Every call has a deadline: a tab that no longer
// answers is shown as such and does not stop the others. The functions given to evaluate() run in the page. They must
// not name an inner function: tsx keeps names through a helper that does not exist there.
import type { Page } from 'puppeteer-core';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import type { Command, EngineWish, Notice, RunConfig, Snapshot, StepRecord } from '../../replica/protocol';
import type { GivenFiles } from '../../replica/provide-files';
import type { RunningBrowser } from '../browser/launch-browser';

/** The page itself declares `lockstep` and `lockstepEntry`. */
declare global {
  interface Window {
    /** Files on their way into the page, piece by piece. */
    lockstepFiles?: Blob[][];
    /** A file on its way out of the page. */
    lockstepFile?: Blob;
  }
}

/** The state of a tab at one poll. */
export interface Look {
  readonly snapshot: Snapshot | undefined;
  readonly steps: readonly StepRecord[];
}

/** The time for a page to load, compile and answer: software adapters on a busy machine are slow. */
const openLimitMs = 60_000;
const answerLimitMs = 15_000;
const pollMs = 200;
/** Bytes of a file in one message into the page or out of it; a multiple of 3, so that each piece is Base64 by itself. */
const pieceBytes = 3 << 20;
/** The page's own limit is shorter. */
const checkpointLimitMs = 150_000;

export class ReplicaTab {
  /** The last uncaught errors of the page, for the explanation at the end. */
  readonly errors: string[] = [];
  /** Set once this program has killed it. */
  isGone = false;
  /** The last state seen. */
  snapshot: Snapshot | undefined;

  private constructor(
    readonly index: number,
    readonly browser: RunningBrowser,
    readonly page: Page,
  ) {}

  static async open(index: number, browser: RunningBrowser, url: string): Promise<ReplicaTab> {
    const page = await within(openLimitMs, `${browser.name} to open a tab`, browser.newTab());
    const tab = new ReplicaTab(index, browser, page);
    page.on('pageerror', (error) => tab.#note(error instanceof Error ? error.message : String(error)));
    page.on('error', (error) => tab.#note(error.message)); // the tab crashed
    page.on('console', (message) => {
      if (message.type() === 'error') tab.#note(message.text());
    });
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: openLimitMs });
    await tab.#untilReady();
    return tab;
  }

  get name(): string {
    return `tab ${this.index} (${this.browser.name})`;
  }

  create(config: RunConfig, engine: EngineWish): Promise<{ readonly code: string; readonly url: string }> {
    const name = this.name;
    return this.#ask(
      openLimitMs,
      'to create a room',
      this.page.evaluate((options) => window.lockstepEntry!.create(options), {
        isOpen: false,
        config,
        name,
        engine,
      }),
    );
  }

  join(url: string, engine: EngineWish): Promise<void> {
    return this.#ask(
      openLimitMs,
      'to join the room',
      this.page.evaluate(
        (link, name, wish) => window.lockstepEntry!.join(link, name, wish),
        url,
        this.name,
        engine,
      ),
    );
  }

  async provideFiles(files: GivenFiles): Promise<void> {
    for (const file of filesOf(files)) await this.#handOver(file);
    await this.#ask(
      openLimitMs,
      'to read the files',
      this.page.evaluate(handOverFiles, 'name' in files ? files.name : undefined),
    );
  }

  /** The weights that the run does not train. */
  async provideBase(base: Blob): Promise<void> {
    await this.#handOver(base);
    await this.#ask(openLimitMs, 'to take the base of the run', this.page.evaluate(takeBase));
  }

  send(command: Command): Promise<void> {
    return this.#ask(
      answerLimitMs,
      `to take the command ${command.kind}`,
      this.page.evaluate((sent) => window.lockstep!.send(sent), command),
    );
  }

  /** The host lets the ring continue with the saved run in these bytes. */
  async resume(bytes: Uint8Array<ArrayBuffer>, steps: number): Promise<void> {
    await this.#handOver(new Blob([bytes]));
    await this.#ask(openLimitMs, 'to take the saved run', this.page.evaluate(resumeFile, steps));
  }

  /** The run as this tab holds it, as a checkpoint file. */
  async checkpoint(): Promise<Uint8Array<ArrayBuffer>> {
    const size = await this.#ask(checkpointLimitMs, 'to write a checkpoint', this.page.evaluate(writeFile));
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += pieceBytes) {
      const piece = this.page.evaluate(readPiece, at, at + pieceBytes);
      bytes.set(
        Buffer.from(await this.#ask(answerLimitMs, 'to hand over a checkpoint', piece), 'base64'),
        at,
      );
    }
    return bytes;
  }

  /** undefined when the tab has ended or does not answer. */
  async look(afterStep: number): Promise<Look | undefined> {
    const look = await this.#read((page) =>
      page.evaluate(
        (step) => ({
          snapshot: window.lockstep?.snapshot(),
          steps: window.lockstep?.stepsAfter(step) ?? [],
        }),
        afterStep,
      ),
    );
    this.snapshot = look?.snapshot ?? this.snapshot;
    return look;
  }

  /** The last lines of the tab's activity log; empty when it does not answer. */
  async notices(): Promise<readonly Notice[]> {
    return (await this.#read((page) => page.evaluate(() => window.lockstep?.notices().slice(-10)))) ?? [];
  }

  /** The tab's flight record, as JSON Lines; undefined when it does not answer. */
  flightRecord(): Promise<string | undefined> {
    return this.#read((page) => page.evaluate(() => window.lockstep?.flightRecord()));
  }

  /** Ends the tab without a goodbye where the browser can do that (Chromium crashes it); otherwise closes it. */
  async kill(): Promise<void> {
    this.isGone = true;
    if (this.browser.name === 'chromium') {
      const session = await this.page.createCDPSession();
      // It never answers, because its renderer is gone. The promise rejects when the session ends.
      session.send('Page.crash').catch(() => undefined);
      return;
    }
    await within(answerLimitMs, `${this.name} to close`, this.page.close({ runBeforeUnload: false }));
  }

  async #handOver(file: Blob): Promise<void> {
    await this.#ask(answerLimitMs, 'to take a file', this.page.evaluate(beginFile));
    for (let at = 0; at < file.size; at += pieceBytes) {
      const piece = Buffer.from(await file.slice(at, at + pieceBytes).arrayBuffer());
      await this.#ask(
        answerLimitMs,
        'to take a file',
        this.page.evaluate(addPiece, piece.toString('base64')),
      );
    }
  }

  async #untilReady(): Promise<void> {
    const deadline = performance.now() + openLimitMs;
    while (!(await this.page.evaluate(() => 'lockstepEntry' in window))) {
      if (performance.now() > deadline)
        throw new Error([`${this.name}: the page never offered lockstepEntry`, ...this.errors].join('\n'));
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** undefined when the tab has ended or does not answer. */
  async #read<T>(read: (page: Page) => Promise<T>): Promise<T | undefined> {
    if (this.isGone) return undefined;
    try {
      return await this.#ask(answerLimitMs, 'to answer', read(this.page));
    } catch (error) {
      this.#note((error as Error).message);
      return undefined;
    }
  }

  #ask<T>(limitMs: number, what: string, answer: Promise<T>): Promise<T> {
    return within(limitMs, `${this.name} ${what}`, answer);
  }

  #note(text: string): void {
    if (this.isGone || this.errors.at(-1) === text) return;
    this.errors.push(text);
    if (this.errors.length > 10) this.errors.shift();
  }
}

/** The promise, or a DeadlineError that names the wait. */
function within<T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  const wait = waitFor<T>(realClock, limitMs, what);
  promise.then(wait.settle, wait.reject);
  return wait.promise;
}

function beginFile(): void {
  (window.lockstepFiles ??= []).push([]);
}

function addPiece(base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  window.lockstepFiles!.at(-1)!.push(new Blob([bytes])); // outside the page's heap
}

function filesOf(files: GivenFiles): readonly Blob[] {
  if (files.kind !== 'provide-text') return [files.inputFile, files.labelFile];
  return [files.text, ...files.named];
}

/** Images and labels have a name; a text has none, and may have files that its run names. */
async function handOverFiles(name: string | undefined): Promise<void> {
  const [given, ...others] = window.lockstepFiles!.map((pieces) => new Blob(pieces));
  window.lockstepFiles = undefined;
  if (name === undefined) return window.lockstepEntry!.provideText(given, others); // a text may be too large for memory
  window.lockstepEntry!.provideFiles(await given.arrayBuffer(), await others[0].arrayBuffer(), name);
}

function takeBase(): void {
  const [pieces] = window.lockstepFiles!;
  window.lockstepFiles = undefined;
  window.lockstep!.send({ kind: 'provide-base', base: new Blob(pieces) });
}

function resumeFile(steps: number): void {
  const [pieces] = window.lockstepFiles!;
  window.lockstepFiles = undefined;
  window.lockstep!.send({ kind: 'resume', file: new Blob(pieces), steps });
}

/** The size of the file. */
async function writeFile(): Promise<number> {
  const { file } = await window.lockstep!.checkpoint();
  window.lockstepFile = file;
  return file.size;
}

/** The piece in base64. */
function readPiece(start: number, end: number): Promise<string> {
  const { lockstepFile } = window;
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(lockstepFile!.slice(start, end));
  });
}
