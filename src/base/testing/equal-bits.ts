// Setup of every test (vitest.config.ts): `toEqual` finds typed arrays of the same bits equal at once. Vitest walks them
// element by element and makes a list of their entries, some microseconds each. Arrays that differ still go that way.
import { expect } from 'vitest';
import { bytesOf, equalBytes } from '../bytes';

/** true, or undefined: not known here. */
export function haveEqualBits(a: unknown, b: unknown): true | undefined {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return undefined;
  return equalBytes(bytesOf(a), bytesOf(b)) || undefined;
}

const added = Symbol.for('lockstep tests: equal bits');
const here = globalThis as { [added]?: true };

// Test files that share a worker share Vitest's list of testers.
if (!here[added]) {
  here[added] = true;
  expect.addEqualityTesters([haveEqualBits]);
}
