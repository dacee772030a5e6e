// A replica of the soak in a tab of a real Chromium, on WebGPU. It is driven through the page, as in `npm run ring`,
// and polled a few times a second.
import { inEnglish } from '../../src/cli/english/in-english';
import type { HostCommand, RunConfig } from '../../src/replica/protocol';
import type { RunningBrowser } from '../../src/cli/browser/launch-browser';
import { largestRendererBytes } from '../harness/browser-facts';
import { ReplicaTab } from '../../src/cli/ring/replica-tab';
import type { Death } from './soak-churn';
import type { SoakEvents, SoakMember } from './soak-member';
import type { SoakState } from './soak-messages';
import { soakState, soakStep } from './soak-report';

export interface SoakTabOptions {
  readonly browser: RunningBrowser;
  /** The address of the page. */
  readonly url: string;
  readonly config: RunConfig;
  /** The link to the room, once the first tab has created it. */
  readonly room: { url?: string };
  /** The tab's number in the soak. */
  readonly index: number;
}

const lookMs = 250;
const looksPerWeighing = 40;
/** The time for its goodbye to be sent. */
const goodbyeMs = 1_000;

export class SoakTab implements SoakMember {
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  name = 'spare';
  state: SoakState | undefined;
  mostRssBytes = 0;
  isDoomed = false;
  notices: readonly string[] = [];
  #tab: ReplicaTab | undefined;
  #hasEnded!: () => void;

  constructor(
    readonly options: SoakTabOptions,
    readonly events: SoakEvents,
  ) {
    this.exited = new Promise((resolve) => (this.#hasEnded = resolve));
    const { index, browser, url } = options;
    this.ready = ReplicaTab.open(index, browser, url).then(
      (tab) => {
        this.#tab = tab;
        if (this.isDoomed) this.die('silent');
      },
      (error: Error) => this.#failed(error.message),
    );
  }

  async begin(isFirst: boolean): Promise<void> {
    const { room, config } = this.options;
    if (!this.#tab) return;
    try {
      if (isFirst) room.url = (await this.#tab.create(config, 'webgpu')).url;
      else await this.#tab.join(room.url!, 'webgpu');
      void this.#watch(this.#tab);
    } catch (error) {
      this.#failed((error as Error).message);
    }
  }

  submit(command: HostCommand): void {
    this.#tab?.send({ kind: 'host', command }).catch((error: Error) => this.#failed(error.message));
  }

  die(death: Death): void {
    this.isDoomed = true;
    void this.#end(death).finally(() => this.#hasEnded());
  }

  async flightRecord(): Promise<string> {
    this.notices =
      (await this.#tab?.notices())?.map(({ level, says }) => `${level}: ${inEnglish(says)}`) ?? [];
    return (await this.#tab?.flightRecord()) ?? 'it did not answer';
  }

  async #end(death: Death): Promise<void> {
    const { page } = this.#tab ?? {};
    if (!this.#tab || !page) return;
    if (death === 'leave') {
      this.#tab.isGone = true;
      await page.close({ runBeforeUnload: false }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, goodbyeMs));
    } else
      await this.#tab.kill().then(
        () => page.close(),
        () => undefined,
      );
  }

  async #watch(tab: ReplicaTab): Promise<void> {
    let lastStep = 0;
    let shown = '';
    let looks = 0;
    while (!this.isDoomed) {
      const look = await tab.look(lastStep);
      if (this.isDoomed) return;
      if (!look) return this.#failed(`it does not answer: ${tab.errors.at(-1)}`);
      // A new run counts from 1.
      lastStep = look.steps.at(-1)?.step ?? Math.min(lastStep, look.snapshot?.step ?? lastStep);
      if (look.steps.length > 0) this.events.steps(this, look.steps.map(soakStep));
      if (looks++ % looksPerWeighing === 0) {
        const bytes = await largestRendererBytes(this.options.browser).catch(() => 0);
        this.mostRssBytes = Math.max(this.mostRssBytes, bytes);
      }
      if (look.snapshot) {
        this.state = soakState(look.snapshot, this.mostRssBytes);
        const { phase, generation, step } = this.state;
        if (shown !== (shown = `${phase.kind} ${generation} ${step}`)) this.events.state(this);
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  #failed(why: string): void {
    if (this.isDoomed) return;
    this.events.failed(this, why);
  }
}
