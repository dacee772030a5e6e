// Where in a text file something is, by line and byte, while the file is read in pieces.
import { concatBytes } from '../base/bytes';
import { decodedPiece } from './decoded-piece';

const lineFeed = 0x0a;

export class Place {
  /** Read so far. */
  bytes = 0;
  /** The line of the next byte, from 1. */
  line = 1;
  /** The last bytes, which may begin a character. */
  #tail = new Uint8Array();

  pass(piece: Uint8Array): void {
    this.bytes += piece.length;
    this.line += linesIn(piece, piece.length);
    this.#tail = concatBytes(this.#tail, piece.subarray(-3)).slice(-3);
  }

  /** Line and byte: of the first byte of `piece`, which comes next, that no character has in its place. */
  ofBadByte(piece: Uint8Array): { readonly line: number; readonly byte: number } {
    // From the last byte before it that begins a character, with which the piece may continue.
    let begun = this.#tail.length;
    while (begun > 0 && this.#tail[begun - 1] >= 0x80) begun--;
    const open = this.#tail.subarray(begun);
    const all = concatBytes(open, piece);
    // The longest start that is sound: 1 MiB takes twenty looks.
    let [sound, bad] = [0, all.length];
    while (bad - sound > 1) {
      const middle = (sound + bad) >> 1;
      if (isSound(all.subarray(0, middle))) sound = middle;
      else bad = middle;
    }
    return this.#at(piece, Math.max(0, sound - open.length));
  }

  /** The first control character of `piece`, which comes next. */
  ofControl(piece: Uint8Array): { readonly line: number; readonly byte: number } {
    return this.#at(piece, piece.findIndex(isControl));
  }

  #at(piece: Uint8Array, offset: number): { readonly line: number; readonly byte: number } {
    return { line: this.line + linesIn(piece, offset), byte: this.bytes + offset };
  }
}

/** Text holds no control characters but tab, line ends and form feed. In UTF-8 they are bytes of their own. */
function isControl(byte: number): boolean {
  return byte < 0x20 ? byte < 0x09 || byte === 0x0b || byte > 0x0d : byte === 0x7f;
}

function isSound(bytes: Uint8Array): boolean {
  return decodedPiece(new TextDecoder('utf-8', { fatal: true }), bytes) !== undefined;
}

function linesIn(bytes: Uint8Array, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0 && at < end; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}
