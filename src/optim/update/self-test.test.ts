// The known answers are checked by an oracle that shares nothing with the code under test: rationals of BigInts,
// rounded to nearest-even by hand. The whole known update is recomputed by an oracle through DataView stores.
import { describe, expect, test } from 'vitest';
import { hashHex, hashWords } from '../../base/hash';
import { oracleUpdate } from '../testing/update-oracle';
import {
  fillAnyScale,
  knownOperations,
  knownUpdate,
  digestOn,
  exactPath,
  selfTest,
  selfTestInput,
  selfTestLength,
  selfTestRules,
  selfTestSteps,
} from './self-test';
import { createTrainState } from '../state/train-state';
import { digestOf } from '../state/testing/digest-of';

/** value = sign · mantissa · 2^−149, exactly. */
function parts(bits: number): bigint {
  const exponent = (bits >>> 23) & 0xff;
  const fraction = BigInt(bits & 0x7fffff);
  const magnitude = exponent === 0 ? fraction : (fraction | 0x800000n) << BigInt(exponent - 1);
  return bits >>> 31 ? -magnitude : magnitude;
}

/** Nearest f32, ties to even, of (numerator / denominator) · 2^−149; both positive. */
function round(numerator: bigint, denominator: bigint): number {
  let shift = 0n; // the result's unit is 2^(shift − 149)
  while (numerator / (denominator << shift) >= 1n << 24n) shift++;
  const unit = denominator << shift;
  let mantissa = numerator / unit;
  const rest = 2n * (numerator % unit);
  if (rest > unit || (rest === unit && mantissa & 1n)) mantissa++;
  if (mantissa === 1n << 24n) {
    mantissa >>= 1n;
    shift++;
  }
  return mantissa < 1n << 23n ? Number(mantissa) : Number(((shift + 1n) << 23n) | (mantissa & 0x7fffffn));
}

function exact(operation: string, aBits: number, bBits: number): number {
  const a = parts(aBits);
  const b = parts(bBits);
  const unit = 1n << 149n;
  const signed = (value: bigint, scale: bigint, zeroSign: number): number => {
    const bits = round(value < 0n ? -value : value, scale);
    return ((value < 0n || (value === 0n && zeroSign) ? 0x80000000 : 0) + bits) >>> 0;
  };
  const sign = (aBits ^ bBits) >>> 31;
  if (operation === '+') return signed(a + b, 1n, aBits >>> 31 && bBits >>> 31 ? 1 : 0);
  if (operation === '-') return signed(a - b, 1n, 0);
  if (operation === '×') return (round(a * b < 0n ? -a * b : a * b, unit) + (sign ? 0x80000000 : 0)) >>> 0;
  if (operation === '÷') return signed(a * unit * (b < 0n ? -1n : 1n), b < 0n ? -b : b, sign);
  // √(a·2^−149)·2^149 = √(a·2^149): 40 more bits than needed, and a sticky bit that forbids false ties.
  const radicand = (a << 149n) << 80n;
  let root = 1n << BigInt(Math.ceil(radicand.toString(2).length / 2));
  while (root > radicand / root) root = (root + radicand / root) >> 1n; // Newton, from above
  return round(2n * root + (root * root === radicand ? 0n : 1n), 2n << 40n);
}

describe('E12 known answers', () => {
  test('the table agrees with exact rationals', () => {
    for (const [operation, a, b, expected] of knownOperations) {
      const line = `${a.toString(16)} ${operation} ${b.toString(16)} = `;
      expect(line + expected.toString(16)).toBe(line + exact(operation, a, b).toString(16));
    }
  });

  test('the known update agrees with the oracle', () => {
    const words: number[] = [];
    for (const config of selfTestRules) {
      const state = createTrainState(config, selfTestLength);
      fillAnyScale(state.parameters, 'parameters');
      const sum = new Float32Array(selfTestLength);
      for (let step = 0; step < selfTestSteps; step++) {
        fillAnyScale(sum, `gradient ${step}`);
        oracleUpdate(config, state, sum, selfTestInput);
      }
      const digest = digestOf(state);
      words.push(parseInt(digest.slice(0, 8), 16), parseInt(digest.slice(8), 16));
    }
    expect(hashHex(hashWords(new Uint32Array(words)))).toBe(knownUpdate);
  });

  test.each(['simd', 'plain'] as const)('the %s path gives the known bits', (path) => {
    expect(digestOn(path)).toBe(knownUpdate);
  });

  test('this engine passes, and takes the fastest path', () => {
    expect(selfTest()).toEqual({ ok: true, value: 'simd' });
    expect(exactPath()).toBe('simd');
  });
});
