// A text file in pieces of whole characters, with line feeds as its only line ends. Nothing is kept, so a file of any
// size can pass through. A file may end in the middle of nothing: bytes that are not UTF-8 are named by their line.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { decodedPiece } from '../decoded-piece';
import { type FileBytes, readPieces } from '../unpack';

/** Far above what any reader of rows keeps; it stops a gzip bomb that never ends. */
const mostBytes = 2 ** 34;

/** `take` returns false when it has enough. */
export async function readTextPieces(
  given: FileBytes,
  name: string,
  take: (text: string) => boolean,
): Promise<Result<null, 'bad-file'>> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let heldReturn = '';
  let problem: Saying | undefined;
  const pass = (text: string): boolean => {
    // Some machines fill fields up with NUL.
    const whole = heldReturn + (text.includes('\0') ? text.replaceAll('\0', '') : text);
    heldReturn = whole.endsWith('\r') ? '\r' : '';
    const lines = (heldReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n');
    line += countOf(lines, '\n');
    return lines === '' || take(lines);
  };
  const decode = (piece: Uint8Array<ArrayBuffer> | undefined): boolean => {
    const text = decodedPiece(decoder, piece);
    if (text !== undefined) return pass(text);
    const before = new TextDecoder().decode(piece).split('\uFFFD', 1)[0];
    problem = say('line-not-utf8', { line: line + countOf(before, '\n'), name });
    return false;
  };
  let isEnough = false;
  const read = await readPieces(given, mostBytes, name, (piece) => {
    isEnough = !decode(piece);
    return !isEnough;
  });
  if (!read.ok) return read;
  if (!isEnough && decode(undefined) && heldReturn) take('\n');
  return problem ? fail('bad-file', problem) : ok(null);
}

export function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}
