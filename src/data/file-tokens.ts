// Tokens in a file. A reader that continues where it was gets whole pages, so a pass over the text takes few reads. Any
// other read takes its own tokens only: a window of a batch costs no page.
import { assert } from '../base/assert';
import type { TokenFile, Tokens } from './tokens';

/** 1: up to 256 different tokens; 2: more, in the byte order of this machine. */
export type TokenWidth = 1 | 2;

const pageTokens = 2 ** 17;

export class FileTokens implements Tokens {
  #held: Uint8Array | Uint16Array;
  #start = 0;
  #end = 0;

  constructor(
    readonly file: TokenFile,
    readonly length: number,
    readonly width: TokenWidth,
  ) {
    this.#held = this.#room(pageTokens);
  }

  subarray(start: number, end: number): Uint8Array | Uint16Array {
    assert(0 <= start && start <= end && end <= this.length, `tokens ${start} to ${end} of ${this.length}`);
    if (start < this.#start || end > this.#end) this.#load(start, end);
    return this.#held.subarray(start - this.#start, end - this.#start);
  }

  #load(start: number, end: number): void {
    const goesOn = start >= this.#start && start <= this.#end;
    const to = goesOn ? Math.max(end, Math.min(start + pageTokens, this.length)) : end;
    if (to - start > this.#held.length) this.#held = this.#room(to - start);
    const { buffer } = this.#held;
    this.#end = this.#start; // holds nothing, should the read fail
    this.file.read(start * this.width, new Uint8Array(buffer as ArrayBuffer, 0, (to - start) * this.width));
    this.#start = start;
    this.#end = to;
  }

  #room(tokens: number): Uint8Array | Uint16Array {
    return this.width === 1 ? new Uint8Array(tokens) : new Uint16Array(tokens);
  }
}
