// The clock of a picture of a sum: plays, rests, steps, and takes the newest sum at its next beginning. It draws through
// `draw` alone, without React. Invariants: no timer runs while it is paused, out of view or disposed. A sum that plays is
// played to its end, unless others take part meanwhile, or a member was lost: then that is played at once, and the same step
// again.
import { pageFrames } from '../../ui/paced-frames';
import { stepAfter, type SumPlay } from './sum-play';

/** All hold all: long enough to be seen. */
const restMs = 2600;
/** One message on the screen at the usual speed. */
const messageMs = 1150;
const shortestMs = 3600;
const longestMs = 22_000;
/** Time on the screen that one frame may bring: after a pause of the page the picture goes on where it was. */
const mostOfFrameMs = 600;

export const speeds = [0.25, 0.5, 1, 2, 4] as const;

interface Hooks {
  /** Draws a moment. */
  draw(play: SumPlay, ms: number): void;
  /** A phase or a message begins, or a step is made: what words say changes. */
  changed(play: SumPlay, ms: number): void;
}

/** The time that a play takes on the screen at a speed. */
export function screenMs({ rounds }: SumPlay, speed: number): number {
  return Math.min(longestMs, Math.max(shortestMs, (rounds + 1) * messageMs)) / speed;
}

export class SumPlayer {
  #play: SumPlay;
  #next: SumPlay | undefined;
  /** The sum that follows the attempt that is shown. */
  #again: SumPlay | undefined;
  #ms: number;
  #speed = 1;
  #isPlaying = false;
  #isSeen = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isMoving = false;
  #lastMs = 0;
  /** The phase and the message that words say. */
  #said: string | undefined;

  constructor(
    play: SumPlay,
    private readonly hooks: Hooks,
    private readonly isStepped: () => boolean,
    private readonly frames = pageFrames,
  ) {
    this.#play = play;
    this.#ms = restOf(play);
  }

  get play(): SumPlay {
    return this.#play;
  }

  get ms(): number {
    return this.#ms;
  }

  /** A newer sum, or another bucket of this one. */
  take(play: SumPlay): void {
    const isNews = this.#isPlaying && play.before !== undefined;
    if (!isNews && this.#isMidway(play)) this.#next = play;
    else {
      // A plan gives way at once to what happened.
      const isOfSame = namesIn(play) === namesIn(this.#play) && !this.#isAtRest;
      this.#next = undefined;
      this.#begin(play, isNews || isOfSame ? 0 : restOf(play));
    }
    const isIdle = this.#timer === undefined && !this.#isMoving;
    if (isNews || (this.#isPlaying && isIdle)) this.#wake();
  }

  /** It goes on to its end first. */
  #isMidway(next: SumPlay): boolean {
    const { sum, bucket } = this.#play;
    if (this.#again) return true;
    if (this.#isAtRest || next.bucket !== bucket || (next.sum.recorded && !sum.recorded)) return false;
    return namesIn(next) === namesIn(this.#play);
  }

  get #isAtRest(): boolean {
    return this.#ms >= this.#play.endMs || this.#ms === restOf(this.#play);
  }

  set isSeen(isSeen: boolean) {
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    this.#stop();
    if (isSeen) this.redraw();
    if (isSeen && this.#isPlaying) this.#wake();
  }

  set speed(speed: number) {
    this.#speed = speed;
  }

  set isPlaying(isPlaying: boolean) {
    if (isPlaying === this.#isPlaying) return;
    this.#isPlaying = isPlaying;
    this.#stop();
    if (isPlaying && this.#isAtRest) this.#begin(this.#following(), 0);
    if (!isPlaying) this.hooks.changed(this.#play, this.#ms);
    if (isPlaying) this.#wake();
  }

  step(): void {
    const at = stepAfter(this.#play, this.#ms);
    if (at === 0) this.#begin(this.#following(), 0);
    else this.#show(at);
    this.hooks.changed(this.#play, this.#ms);
  }

  redraw(): void {
    this.hooks.draw(this.#play, this.#ms);
  }

  dispose(): void {
    this.#isPlaying = false;
    this.#isSeen = false;
    this.#stop();
  }

  #following(): SumPlay {
    return this.#again ?? this.#next ?? this.#play;
  }

  /** The attempt that came to nothing goes first. */
  #begin(play: SumPlay, ms: number): void {
    const goesFirst = ms === 0 && play !== this.#again ? play.before : undefined;
    if (play === this.#next) this.#next = undefined;
    this.#again = goesFirst ? play : undefined;
    this.#play = goesFirst ?? play;
    this.#said = undefined;
    this.#show(ms);
  }

  #show(ms: number): void {
    this.#ms = ms;
    this.redraw();
    const { phase, round } = this.#play.at(ms);
    const saying = `${phase} ${round}`;
    if (saying !== this.#said) this.hooks.changed(this.#play, ms);
    this.#said = saying;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.frames.forget(this.#onFrame);
    this.frames.forget(this.#onStep);
    this.#isMoving = false;
  }

  #wake(): void {
    this.#stop();
    if (!this.#isPlaying || !this.#isSeen || this.#play.rounds === 0) return;
    this.#lastMs = performance.now();
    if (this.isStepped()) return this.frames.askToJoin(this.#onStep, (messageMs * 1.4) / this.#speed);
    if (this.#isAtRest) return this.#wait(restMs, () => this.#replay());
    this.#isMoving = true;
    this.frames.ask(this.#onFrame);
  }

  #wait(ms: number, then: () => void): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      then();
    }, ms);
  }

  #replay(): void {
    this.#begin(this.#following(), 0);
    this.#wake();
  }

  /** Steps in the place of motion. */
  readonly #onStep = (): void => {
    this.step();
    this.#wake();
  };

  readonly #onFrame = (): void => {
    const passedMs = Math.min(performance.now() - this.#lastMs, mostOfFrameMs);
    const perMs = this.#play.endMs / screenMs(this.#play, this.#speed);
    this.#show(Math.min(this.#play.endMs, this.#ms + passedMs * perMs));
    this.#wake();
  };
}

/** At rest all hold all, or nobody has sent anything yet. */
export function restOf({ sum, endMs }: SumPlay): number {
  return sum.isToCome ? 0 : endMs;
}

function namesIn({ sum }: SumPlay): string {
  return sum.members.map(({ id }) => id).join(' ');
}
