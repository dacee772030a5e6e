// A model within an HTML file: what the page writes into it, and what the app reads. Both are of one build. Whoever changes the
// file may change its program too, so nothing is validated but that the parameters are all there.
import { assert } from '../../src/base/assert';
import { compile } from '../../src/model/plan/plan';
import type { Weights } from '../../src/replica/weights';
import type { AppWords } from './app-words';

export interface AppData {
  readonly weights: Weights;
  readonly language: string;
  readonly words: AppWords;
}

/** Bytes that become one argument list of a function. */
const pieceBytes = 0x6000;

/** Text for a `script` element of HTML, which it cannot end. The examples stay out of it. */
export function packAppData({ weights, ...around }: AppData): string {
  const { parameters, heldOut: _, ...rest } = weights;
  const bytes = new Uint8Array(parameters.buffer, parameters.byteOffset, parameters.byteLength);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + pieceBytes)))); // 3 bytes are 4 characters
  const packed = { ...around, weights: rest, parameters: pieces.join('') };
  return JSON.stringify(packed).replaceAll('<', '\\u003c');
}

/** Throws where the text is cut or damaged. */
export function readAppData(text: string): AppData {
  const { parameters: base64, weights, ...around } = JSON.parse(text);
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const parameters = new Float32Array(bytes.buffer);
  const { parameterCount } = compile(weights.config.model, 1);
  assert(parameters.length === parameterCount, `${parameterCount} parameters are there`);
  return { ...around, weights: { ...weights, parameters, heldOut: undefined } };
}
