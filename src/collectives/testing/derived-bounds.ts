// How far a sum may be from the plain sum, by the bounds that a codec states of each vector that it encodes: walked along
// the topology's trees in plain loops, from the contributions and from what every member dropped.
import type { Codec } from '../../codecs/codec';
import { gatheredSegment } from '../gathered-sum';
import { chunkSpan, segmentElements } from '../schedule';
import { chunkCount, isTreePath, ownerOf, routeOf, type SumPath } from '../topology';
import type { SumMember } from './sum-ring';

/** Σ of the bounds by element, without roundings of f32. Throws when a member dropped more than its bound. `inRing`: the
 *  members by position. */
export function derivedBounds(
  inRing: readonly Pick<SumMember, 'id' | 'local' | 'dropped'>[],
  path: SumPath,
  codec: Codec,
  exponent: number,
): Float64Array {
  const { length } = inRing[0].local;
  const bounds = new Float64Array(length);
  /** Returns what the others decode. */
  const encode = (position: number, start: number, values: Float32Array, segment: number): Float32Array => {
    const { id, dropped } = inRing[position];
    const decoded = new Float32Array(values.length);
    for (let from = 0; from < values.length; from += segment) {
      const part = values.subarray(from, from + segment);
      const most = codec.errorBounds(part, exponent);
      for (let i = 0; i < part.length; i++) {
        const lost = dropped[start + from + i];
        // The difference is rounded once.
        if (!(Math.abs(lost) <= most[i] * (1 + 2 ** -23)))
          throw new Error(
            `${id} dropped ${lost} of ${part[i]}, element ${start + from + i}, not ± ${most[i]}`,
          );
        bounds[start + from + i] += most[i];
        decoded[from + i] = part[i] - lost;
      }
    }
    return decoded;
  };
  if (!isTreePath(path)) {
    for (const [position, { local }] of inRing.entries()) encode(position, 0, local, gatheredSegment);
    return bounds;
  }
  for (let chunk = 0; chunk < chunkCount(path, inRing.length); chunk++) {
    const { start, end } = chunkSpan(length, chunkCount(path, inRing.length), chunk);
    const sent = (position: number): Float32Array => {
      const partial = inRing[position].local.slice(start, end);
      for (const child of routeOf(path, inRing.length, position, chunk).children) {
        const values = sent(child.position);
        for (let i = 0; i < partial.length; i++) partial[i] = values[i] + partial[i];
      }
      return encode(position, start, partial, segmentElements);
    };
    sent(ownerOf(path, inRing.length, chunk));
  }
  return bounds;
}
