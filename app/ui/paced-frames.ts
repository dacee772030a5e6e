// The frames in which all pictures of a page move: whoever has something to draw asks for the next one, and all are drawn in
// it together. Between two frames the browser has nothing to draw. Invariants: no timer and no frame is waited for while
// nobody asks, and each question is answered once.
import { frameShareOf, nextPace, quickestMs, steppedFromMs } from './frame-pace';

type Draw = () => void;

/** A picture may join another one from this part of its time on, and waits for one until that part. */
const joins = { from: 0.6, until: 1.25 };

export class PacedFrames {
  readonly #asked = new Set<Draw>();
  /** Pictures that wait for others to join. `fromMs`: when they may. `timer`: until when they wait. */
  readonly #joining = new Map<
    Draw,
    { readonly fromMs: number; readonly timer: ReturnType<typeof setTimeout> }
  >();
  #paceMs = quickestMs;
  /** When the last frame began. */
  #lastMs = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame: number | undefined;

  #share: number;

  /** `share`: the part of the page's thread that frames may take. */
  constructor(readonly usualShare: number) {
    this.#share = usualShare;
  }

  /** So few frames are drawn that a picture steps rather than moves. */
  get isSlow(): boolean {
    return this.#paceMs >= steppedFromMs;
  }

  /** Frames may take another share until the returned function is called. */
  giveShare(share: number): () => void {
    this.#share = share;
    return () => {
      this.#share = this.usualShare;
    };
  }

  /** `draw` runs in the next frame; asked twice it runs once. */
  ask(draw: Draw): void {
    this.#asked.add(draw);
    if (this.#timer !== undefined || this.#frame !== undefined) return;
    const dueMs = Math.max(this.#lastMs + this.#paceMs, performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#frame = requestAnimationFrame(() => this.#draw(dueMs));
    }, dueMs - performance.now());
  }

  /** `draw` runs in about `ms`: together with what else is drawn then, or else in a frame of its own. */
  askToJoin(draw: Draw, ms: number): void {
    this.forget(draw);
    const timer = setTimeout(() => {
      this.#joining.delete(draw);
      this.ask(draw);
    }, joins.until * ms);
    this.#joining.set(draw, { fromMs: performance.now() + joins.from * ms, timer });
  }

  /** The page draws something now: what waits to join is drawn with it. */
  join(): void {
    const nowMs = performance.now();
    for (const [draw, { fromMs, timer }] of [...this.#joining]) {
      if (nowMs < fromMs || !this.#joining.delete(draw)) continue;
      clearTimeout(timer);
      draw();
    }
  }

  /** `draw` does not run. */
  forget(draw: Draw): void {
    clearTimeout(this.#joining.get(draw)?.timer);
    this.#joining.delete(draw);
    this.#asked.delete(draw);
    if (this.#asked.size > 0) return;
    clearTimeout(this.#timer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#timer = this.#frame = undefined;
  }

  #draw(dueMs: number): void {
    this.#frame = undefined;
    const beganMs = performance.now();
    this.#lastMs = beganMs;
    for (const draw of [...this.#asked]) if (this.#asked.delete(draw)) draw();
    // This message comes after style, layout and paint of the frame.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      this.#paceMs = nextPace(this.#paceMs, beganMs - dueMs, performance.now() - beganMs, this.#share);
      port1.close();
    };
    port2.postMessage(undefined);
  }
}

/** The frames of this page. */
export const pageFrames = new PacedFrames(frameShareOf(globalThis.navigator?.hardwareConcurrency ?? 4));
