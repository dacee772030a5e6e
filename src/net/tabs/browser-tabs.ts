// This page among the tabs of its browser: which members of rooms they are, and a channel to one of them that needs no
// network. Each page holds a Web Lock with its member's id, which all tabs of the browser see (L20a).
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import type { PackedHandover } from '../wires/channel-handover';
import type { Meeting, Neighbours } from './neighbours';
import { meetingPlace, type MeetingPlace } from './meeting-place';
import type { TabAnswer, TabQuestion } from './tab-meeting';

/** The browser answers within milliseconds, or within a second where all its tabs load at once. */
const lookMs = 2_000;
/** Both tabs have begun to meet within a few milliseconds; a worker that must start first takes longer. */
const meetMs = 3_000;

const tabLock = (member: string): string => `lockstep tab ${member}`;

export class BrowserTabs implements Neighbours {
  #leave!: () => void;

  constructor(
    self: string,
    private readonly locks: LockManager,
    private readonly place: MeetingPlace,
    private readonly clock: Clock,
  ) {
    const left = new Promise<void>((resolve) => (this.#leave = resolve));
    // A page that may have no locks is found by nobody.
    locks.request(tabLock(self), () => left).catch(() => undefined);
  }

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

  async meet({ key, peer }: Meeting): Promise<PackedHandover | undefined> {
    const port = await this.#portAt(key);
    return port && { handover: { kind: 'tab', port, peer }, transfer: [port] };
  }

  /** One end of a channel to the tab that names the same key; undefined: it did not come. Never rejects. */
  async #portAt(key: string): Promise<MessagePort | undefined> {
    const wait = waitFor<MessagePort>(this.clock, meetMs, 'the other tab');
    const { port1: asking, port2: asked } = new MessageChannel();
    asking.onmessage = ({ data: { port } }: MessageEvent<TabAnswer>) => wait.settle(port);
    asking.postMessage({ key, isOver: false } satisfies TabQuestion);
    this.place(asked).catch(wait.reject);
    try {
      const port = await wait.promise;
      asking.close();
      return port;
    } catch {
      // An answer that comes too late: the other tab learns that nobody holds this end.
      asking.onmessage = ({ data: { port } }: MessageEvent<TabAnswer>) => port.close();
      asking.postMessage({ key, isOver: true } satisfies TabQuestion);
      return undefined;
    }
  }

  close(): void {
    this.#leave();
  }
}

/** Undefined where the browser has no locks, as a page over plain http, or no worker in which tabs can meet. */
export function openBrowserTabs(self: string, clock: Clock): BrowserTabs | undefined {
  const locks = navigator.locks as LockManager | undefined;
  const place = meetingPlace();
  return locks && place && new BrowserTabs(self, locks, place, clock);
}
