// A clock for work in pieces. It stands still by itself: the work moves it, and a pause ends the piece. So the longest piece
// is known, however fast the machine is.
import type { Pieces } from '../in-pieces';

export class PiecesClock implements Required<Pieces> {
  #nowMs = 0;
  #pieceMs = 0;
  pauses = 0;
  longestMs = 0;

  readonly clock = { now: (): number => this.#nowMs };

  readonly pause = (): Promise<void> => {
    this.pauses++;
    this.#pieceMs = 0;
    return Promise.resolve();
  };

  /** The work took so long. */
  took(ms: number): void {
    this.#nowMs += ms;
    this.#pieceMs += ms;
    this.longestMs = Math.max(this.longestMs, this.#pieceMs);
  }
}
