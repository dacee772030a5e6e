// Large files to read: a table as CSV and as JSON Lines, and a text; the same ones every time, in pieces.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { prng } from '../../../src/base/prng';
import type { MemoryFile } from './memory-options';

const pieceCharacters = 2 ** 20;
const numberColumns = 16;
const colours = ['red', 'green', 'blue', 'yellow'];

const linesOf: Readonly<Record<MemoryFile, () => Generator<string, never>>> = {
  table: tableLines,
  jsonl: jsonLines,
  text: textLines,
};

export const fileNames: Readonly<Record<MemoryFile, string>> = {
  table: 'large.csv',
  jsonl: 'large.jsonl',
  text: 'large.txt',
};

/** Whole lines, at least `bytes` in all. ASCII. */
export async function writeLargeFile(file: string, kind: MemoryFile, bytes: number): Promise<void> {
  const stream = createWriteStream(file);
  for (const piece of pieces(linesOf[kind](), bytes)) if (!stream.write(piece)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

function* pieces(lines: Generator<string, never>, bytes: number): Generator<string> {
  for (let written = 0; written < bytes;) {
    let piece = '';
    while (piece.length < pieceCharacters && written + piece.length < bytes) piece += lines.next().value;
    written += piece.length;
    yield piece;
  }
}

/** Names of columns, then rows of numbers, a colour and a class. */
function* tableLines(): Generator<string, never> {
  const random = prng('large table');
  const names = Array.from({ length: numberColumns }, (_, column) => `x${column}`);
  yield `${[...names, 'colour', 'class'].join(',')}\n`;
  for (;;) {
    let row = '';
    for (let column = 0; column < numberColumns; column++) row += `${random.below(1e8) / 1e3},`;
    const colour = colours[random.below(colours.length)];
    yield `${row}${colour},${random.below(2) ? 'long' : 'short'}\n`;
  }
}

/** The same rows, an object each. */
function* jsonLines(): Generator<string, never> {
  const rows = tableLines();
  const names = rows.next().value.trim().split(',');
  for (;;) {
    const cells = rows.next().value.trim().split(',');
    const object = Object.fromEntries(
      names.map((name, at) => [name, at < numberColumns ? Number(cells[at]) : cells[at]]),
    );
    yield `${JSON.stringify(object)}\n`;
  }
}

/** Numbered sentences. */
function* textLines(): Generator<string, never> {
  for (let line = 0; ; line++)
    yield `${line}: the quick brown fox jumps over the lazy dog, again and again.\n`;
}
