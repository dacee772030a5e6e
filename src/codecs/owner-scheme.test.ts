// The owner scheme in one place, as a collective will run it: each member encodes a chunk for its owner with its own
// residual; the owner decodes, adds by rank, encodes the sum once with a second residual and adopts what it decodes to.
import { describe, expect, test } from 'vitest';
import type { Codec } from './codec';
import { encodeWithFeedback } from './feedback';
import { codecOf } from './registry';
import type { CodecSetting } from './setting';
import { valuesOf } from './testing/values';

const settings: readonly CodecSetting[] = [
  { kind: 'f32' },
  { kind: 'fp16' },
  { kind: 'bf16' },
  { kind: 'int8' },
  { kind: 'int4' },
];
const exponent = 2;

interface Residuals {
  readonly own: Float32Array[];
  owner: Float32Array;
}

function feed(codec: Codec, values: Float32Array, residual: Float32Array) {
  const { length } = values;
  const bytes = new Uint8Array(codec.encodedBytes(length));
  const output = { bytes, decoded: new Float32Array(length), nextResidual: new Float32Array(length) };
  expect(encodeWithFeedback(codec, exponent, values, residual, output).ok).toBe(true);
  return output;
}

/** Replaces the residuals; returns what every member then holds, and the bytes that travelled. */
function sumOf(codec: Codec, parts: readonly Float32Array[], residuals: Residuals) {
  const { length } = parts[0];
  const sum = new Float32Array(length);
  parts.forEach((part, rank) => {
    const { bytes, nextResidual } = feed(codec, part, residuals.own[rank]);
    residuals.own[rank] = nextResidual;
    const received = new Float32Array(length);
    expect(codec.decode(bytes, exponent, received).ok).toBe(true);
    for (let i = 0; i < length; i++) sum[i] += received[i];
  });
  const { bytes, decoded, nextResidual } = feed(codec, sum, residuals.owner);
  residuals.owner = nextResidual;
  return { sum, decoded, bytes };
}

describe.each(settings)('$kind', (setting) => {
  const codec = codecOf(setting);

  test('a sum is within the derived bound of the plain f64 sum, for 1 to 16 members', () => {
    for (let members = 1; members <= 16; members++)
      for (const length of [0, 1, members - 1, 127, 257]) {
        const parts = Array.from({ length: members }, (_, rank) => valuesOf('normal', length, rank));
        const zeros = (): Float32Array => new Float32Array(length);
        const { sum, decoded, bytes } = sumOf(codec, parts, { own: parts.map(zeros), owner: zeros() });
        const bounds = codec.errorBounds(sum, exponent);
        const partBounds = parts.map((part) => codec.errorBounds(part, exponent));
        for (let i = 0; i < length; i++) {
          const exact = parts.reduce((so, part) => so + part[i], 0);
          const size = parts.reduce((so, part, j) => so + Math.abs(part[i]) + partBounds[j][i], 0);
          // The members' errors, the additions' roundings, and the error of the sum's own encoding.
          const bound = partBounds.reduce((so, one) => so + one[i], bounds[i]) + members * 2 ** -24 * size;
          if (!(Math.abs(decoded[i] - exact) <= bound))
            expect.fail(`${members} members, ${i} of ${length}: ${decoded[i]}, f64 ${exact}, bound ${bound}`);
        }
        // A member that receives the owner's bytes holds the owner's bits.
        const received = new Float32Array(length);
        expect(codec.decode(bytes, exponent, received).ok).toBe(true);
        expect(received).toEqual(decoded);
      }
  });

  test('over 25 steps nothing is lost but the last residuals', () => {
    const [members, length] = [4, 509];
    const zeros = (): Float32Array => new Float32Array(length);
    const residuals: Residuals = { own: Array.from({ length: members }, zeros), owner: zeros() };
    const [sumIn, sumOut, bound] = [0, 0, 0].map(() => new Float64Array(length));
    for (let step = 0; step < 25; step++) {
      const parts = Array.from({ length: members }, (_, rank) =>
        valuesOf('normal', length, `${step} ${rank}`),
      );
      const { decoded } = sumOf(codec, parts, residuals);
      for (let i = 0; i < length; i++) {
        const left = [...residuals.own, residuals.owner].reduce((so, r) => so + Math.abs(r[i]), 0);
        const size = parts.reduce((so, part) => so + Math.abs(part[i]), 0);
        for (const part of parts) sumIn[i] += part[i];
        sumOut[i] += decoded[i];
        // Roundings of sums and differences: each at most u of what was added in this step and of what was left.
        bound[i] += 4 * members * 2 ** -24 * (size + 2 * left + Math.abs(decoded[i]));
      }
    }
    for (let i = 0; i < length; i++) {
      const left = [...residuals.own, residuals.owner].reduce((so, residual) => so + residual[i], 0);
      if (!(Math.abs(sumOut[i] - (sumIn[i] - left)) <= bound[i])) expect.fail(`element ${i}`);
      // What is left is far below what came in: 25 steps of 4 unit normals.
      if (!(Math.abs(left) < 3)) expect.fail(`residual ${left} of element ${i}`);
    }
  });
});
