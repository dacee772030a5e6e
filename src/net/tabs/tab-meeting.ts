// Where tabs of one browser meet: in a worker of them all. Two tabs that name the same key each get an end of a new channel.

/** A tab names a key, or no longer waits for it. */
export interface TabQuestion {
  readonly key: string;
  readonly isOver: boolean;
}

export interface TabAnswer {
  readonly key: string;
  readonly port: MessagePort;
}

/** A tab waits for seconds, for a few others at once. */
const mostWaiting = 4_096;

export class TabMeeting {
  /** The tabs that wait, by the key that they named. */
  readonly #waiting = new Map<string, MessagePort>();

  add(tab: MessagePort): void {
    tab.onmessage = ({ data }: MessageEvent<TabQuestion>) => this.#asked(tab, data);
  }

  #asked(tab: MessagePort, { key, isOver }: TabQuestion): void {
    const other = this.#waiting.get(key);
    if (isOver) {
      if (other === tab) this.#waiting.delete(key);
      return;
    }
    if (other === undefined || other === tab) {
      this.#waiting.set(key, tab);
      for (const oldest of this.#waiting.keys())
        if (this.#waiting.size > mostWaiting) this.#waiting.delete(oldest);
        else break;
      return;
    }
    this.#waiting.delete(key);
    const { port1, port2 } = new MessageChannel();
    other.postMessage({ key, port: port1 } satisfies TabAnswer, [port1]);
    tab.postMessage({ key, port: port2 } satisfies TabAnswer, [port2]);
  }
}
