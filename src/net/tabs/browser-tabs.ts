// This page among the tabs of its browser: which members of rooms they are, and a channel to one of them that needs no
// network. Each page holds a Web Lock with its member's id, which all tabs of the browser see (L20a).
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import type { TabAnswer, TabQuestion } from './tab-meeting';

/** The browser answers within milliseconds, or within a second where all its tabs load at once. */
const lookMs = 2_000;
/** Both tabs have begun to meet within a few milliseconds; a SharedWorker that must start first takes longer. */
const meetMs = 3_000;

const tabLock = (member: string): string => `lockstep tab ${member}`;

export class BrowserTabs {
  readonly #awaited = new Map<string, (port: MessagePort) => void>();
  #meeting: MessagePort | undefined;
  #leave!: () => void;

  /** `openMeeting` throws where this browser has no SharedWorkers. */
  constructor(
    self: string,
    private readonly locks: LockManager,
    private readonly openMeeting: () => MessagePort,
    private readonly clock: Clock,
  ) {
    const left = new Promise<void>((resolve) => (this.#leave = resolve));
    // A page that may have no locks is found by nobody.
    locks.request(tabLock(self), () => left).catch(() => undefined);
  }

  /** A tab of this browser is that member. Never rejects. */
  async isHere(member: string): Promise<boolean> {
    const wait = waitFor<LockManagerSnapshot>(this.clock, lookMs, 'the browser’s locks');
    this.locks.query().then(wait.settle, wait.reject);
    try {
      const { held = [] } = await wait.promise;
      return held.some(({ name }) => name === tabLock(member));
    } catch {
      return false;
    }
  }

  /** One end of a channel to the tab that names the same key; undefined: it did not come. Never rejects. */
  async meet(key: string): Promise<MessagePort | undefined> {
    try {
      this.#meeting ??= this.#open();
    } catch {
      return undefined;
    }
    const wait = waitFor<MessagePort>(this.clock, meetMs, 'the other tab');
    this.#awaited.set(key, wait.settle);
    this.#meeting.postMessage({ key, isOver: false } satisfies TabQuestion);
    try {
      return await wait.promise;
    } catch {
      this.#meeting.postMessage({ key, isOver: true } satisfies TabQuestion);
      return undefined;
    } finally {
      this.#awaited.delete(key);
    }
  }

  close(): void {
    this.#leave();
    this.#meeting?.close();
  }

  #open(): MessagePort {
    const meeting = this.openMeeting();
    meeting.onmessage = ({ data: { key, port } }: MessageEvent<TabAnswer>) => {
      const settle = this.#awaited.get(key);
      // It came too late: the other tab learns that nobody holds this end.
      if (settle) settle(port);
      else port.close();
    };
    return meeting;
  }
}

/** Undefined where the browser has no locks or no SharedWorkers: a page over plain http, and Chrome on Android. */
export function openBrowserTabs(self: string, clock: Clock): BrowserTabs | undefined {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks || typeof SharedWorker === 'undefined') return undefined;
  const open = (): MessagePort =>
    new SharedWorker(new URL('./tab-meeting-entry.ts', import.meta.url), {
      type: 'module',
      name: 'lockstep tabs',
    }).port;
  return new BrowserTabs(self, locks, open, clock);
}
