// C9, C10, E2 with codecs: all members get the same bits, and what the codecs dropped is accounted for, element by element.
import { describe, expect, test } from 'vitest';
import { casesOf } from '../base/testing/every-case';
import { bytesOf, equalBytes } from '../base/bytes';
import { permutation, prng } from '../base/prng';
import type { Codec } from '../codecs/codec';
import { codecOf } from '../codecs/registry';
import { codecSettings, settingName } from '../codecs/testing/settings';
import { codecNamed, isGathered, type CodecSetting } from '../codecs/setting';
import type { View } from '../membership/view';
import { frameHeaderBytes } from '../net/frame/frame';
import { gatheredSegment } from './gathered-sum';
import { sumPathOf } from './neighbours';
import { RefusedError } from './offence';
import { chunkSpan, segmentCount, segmentSpan } from './schedule';
import { derivedBounds } from './testing/derived-bounds';
import { readFrame, SumRing } from './testing/sum-ring';
import { chunkCount, topologies, type SumPath } from './topology';

const exponent = 4;

/** The contributions of so many members, and their order around the ring: the same for every codec and path, as drawing
 *  them takes longer than most sums. */
function drawn(size: number, length: number, silent: readonly number[]) {
  const key = `${size} ${length} ${silent.join()}`;
  let known = draws.get(key);
  if (!known) {
    const random = prng('compressed', size, length);
    const ring = [...permutation(size, random)];
    const parts = Array.from({ length: size }, (_, rank) =>
      Float32Array.from({ length }, () =>
        silent.includes(rank) ? 0 : random.normal() * 2 ** (random.below(12) - 6),
      ),
    );
    draws.set(key, (known = { ring, parts }));
  }
  return known;
}
const draws = new Map<
  string,
  { readonly ring: readonly number[]; readonly parts: readonly Float32Array[] }
>();

function makeRing(setting: CodecSetting, path: SumPath, size: number, length: number, silent: number[] = []) {
  const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
  const draw = drawn(size, length, silent);
  const view: View = { lineage: '00c0ffee', generation: 3, members, ring: draw.ring };
  const untouched = draw.parts;
  const parts = untouched.map((part) => part.slice());
  const codec = codecOf(setting);
  const contributors = members.filter((_, rank) => !silent.includes(rank));
  const ring = new SumRing({ view, path, codec, exponent, parts, contributors, seed: size + length });
  return { view, parts, untouched, codec, ring };
}

const named = codecSettings.map((setting) => [settingName(setting), setting] as const);
const paths = (setting: CodecSetting): readonly SumPath[] =>
  isGathered(setting) ? ['gathered'] : topologies;

const sizes = Array.from({ length: 16 }, (_, index) => index + 1);
/** Powers of two, the sizes beside them, and the ends. */
const dailySizes = [1, 2, 3, 5, 8, 13, 16];

describe.each(named)('%s', (_, setting) => {
  test.each(paths(setting))(
    '%s: equal bits, Σ contributions = sum + Σ dropped, within the derived bounds of the f64 sum, N = 1…16',
    async (path) => {
      for (const size of casesOf(sizes, (one) => dailySizes.includes(one)))
        for (const length of new Set([0, 1, size - 1, 257, 4_099, 31_013])) {
          if (length > 5_000 && size !== 2) continue;
          if (length > 1_000 && ![1, 2, 5, 13].includes(size)) continue;
          const { ring, view, codec, parts, untouched } = makeRing(setting, path, size, length);
          await ring.finish();
          expect(ring.offences).toEqual([]);
          const [{ result }] = ring.members;
          ring.members.forEach(({ result: other }, rank) => {
            if (!equalBytes(bytesOf(parts[rank]), bytesOf(untouched[rank])))
              throw new Error(`N = ${size}, L = ${length}: rank ${rank} has another part`);
            if (!equalBytes(bytesOf(other), bytesOf(result)))
              throw new Error(`N = ${size}, L = ${length}: rank ${rank} has another sum`);
          });
          // Each f32 addition and each difference rounds once: 2N roundings of partial sums at most this large.
          const unit = 2 * size * 2 ** -24;
          const inRing = view.ring.map((rank) => ring.members[rank]);
          const isEncoded = size > 1 || isGathered(setting);
          const bounds = isEncoded ? derivedBounds(inRing, path, codec, exponent) : new Float64Array(length);
          const [given, dropped, magnitudes] = Array.from({ length: 3 }, () => new Float64Array(length));
          for (const { local, dropped: lost } of ring.members)
            for (let i = 0; i < length; i++) {
              given[i] += local[i];
              dropped[i] += lost[i];
              magnitudes[i] += Math.abs(local[i]) + Math.abs(lost[i]);
            }
          for (let i = 0; i < length; i++) {
            const [contributions, magnitude] = [given[i], magnitudes[i]];
            const off = Math.abs(result[i] + dropped[i] - contributions);
            const apart = Math.abs(result[i] - contributions);
            const rounded = 4 * unit * magnitude;
            if (!(off <= rounded && apart <= bounds[i] + rounded))
              throw new Error(
                `N = ${size}, L = ${length}, element ${i}: ${result[i]}, f64 ${contributions} ± ${bounds[i]}, off by ${off}, magnitude ${magnitude}`,
              );
          }
        }
    },
  );
});

const summed = named.filter(([, setting]) => !isGathered(setting));
describe.each(topologies)('%s', (topology) => {
  test.each(summed)('%s: the bytes are the codec’s, and two walks of every tree', async (_, setting) => {
    const [size, length] = [5, 20_011];
    const { ring, codec } = makeRing(setting, topology, size, length);
    await ring.finish();
    let expected = 0;
    let frames = 0;
    for (let chunk = 0; chunk < chunkCount(topology, size); chunk++) {
      const span = chunkSpan(length, chunkCount(topology, size), chunk);
      for (let segment = 0; segment < segmentCount(span); segment++) {
        const { start, end } = segmentSpan(span, segment);
        expected += 2 * (size - 1) * codec.encodedBytes(end - start);
        frames += 2 * (size - 1);
      }
    }
    const timings = ring.members.map(({ collective }) => collective.timings());
    expect(timings.reduce((sum, { payloadBytesSent }) => sum + payloadBytesSent, 0)).toBe(expected);
    expect(timings.reduce((sum, { bytesSent }) => sum + bytesSent, 0)).toBe(
      expected + frames * frameHeaderBytes,
    );
  });
});

/** C10 in plain loops: a part is encoded in pieces of 65,536 elements, and this is what they give. */
function passedOn(setting: CodecSetting, part: Float32Array): Float32Array {
  const codec = codecOf(setting);
  const into = new Float32Array(part.length);
  for (let start = 0; start < part.length; start += 65_536) {
    const values = part.subarray(start, start + 65_536);
    const bytes = new Uint8Array(codec.encodedBytes(values.length));
    codec.encode(values, exponent, bytes);
    codec.decode(bytes, exponent, into.subarray(start, start + values.length));
  }
  return into;
}

const gathered = named.filter(([, setting]) => isGathered(setting));
describe.each(gathered)('gathered %s', (_, setting) => {
  // 131,101 is a prime; above 8 members the parts go around the ring.
  test.each([
    [3, 131_101, []],
    [3, gatheredSegment, [0]],
    [8, 4_099, [1, 7]],
    [9, 4_099, [0, 4, 8]],
    [9, 70_001, []],
    [10, 257, [0, 1, 2, 3, 4, 5, 6, 8, 9]],
    [2, 257, [0, 1]],
  ])('C10: %i members, %i elements, silent %j: rank order, exact bytes, own losses', async (...given) => {
    const [size, length, silent] = given;
    const path = size > 8 ? 'gathered-around' : 'gathered';
    const { ring, parts, codec } = makeRing(setting, path, size, length, silent);
    await ring.finish();
    const isSilent = (rank: number): boolean => silent.includes(rank);
    const decoded = parts.map((part, rank) => (isSilent(rank) ? part : passedOn(setting, part)));
    const speaking = decoded.filter((_, rank) => !isSilent(rank));
    const expected = speaking.at(0)?.slice() ?? new Float32Array(length);
    for (const part of speaking.slice(1))
      for (let i = 0; i < length; i++) expected[i] = Math.fround(expected[i] + part[i]);
    let encoded = 0;
    for (let start = 0; start < length; start += gatheredSegment)
      encoded += codec.encodedBytes(Math.min(gatheredSegment, length - start));
    let sent = 0;
    ring.members.forEach(({ result, dropped, collective }, rank) => {
      expect(equalBytes(bytesOf(result), bytesOf(expected)), `member ${rank}`).toBe(true);
      const lost = parts[rank].map((x, i) => Math.fround(x - decoded[rank][i]));
      expect(equalBytes(bytesOf(dropped), bytesOf(lost)), `losses of member ${rank}`).toBe(true);
      const { payloadBytesReceived, payloadBytesSent } = collective.timings();
      const others = speaking.length - (isSilent(rank) ? 0 : 1);
      expect(payloadBytesReceived).toBe(others * encoded);
      if (size <= 8) expect(payloadBytesSent).toBe(isSilent(rank) ? 0 : (size - 1) * encoded);
      sent += payloadBytesSent;
    });
    expect(sent).toBe(speaking.length * (size - 1) * encoded);
  });

  test('a segment of it fits into a frame', () => {
    expect(codecOf(setting).encodedBytes(gatheredSegment)).toBeLessThanOrEqual(65_496);
  });
});

test('C10: a codec whose parts do not add up is gathered, on every topology and above a full mesh', () => {
  const viewOf = (size: number): View => {
    const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
    return { lineage: '00c0ffee', generation: 1, members, ring: members.map((_, rank) => rank) };
  };
  for (const codec of codecSettings)
    for (const topology of topologies) {
      const isWhole = ['sign', 'top-k', 'sparse-loco'].includes(codec.kind);
      expect(sumPathOf({ topology, codec }, viewOf(8))).toBe(isWhole ? 'gathered' : topology);
      expect(sumPathOf({ topology, codec }, viewOf(9))).toBe(isWhole ? 'gathered-around' : 'ring');
      expect(sumPathOf({ topology, codec }, viewOf(4), 0, true)).toBe(isWhole ? 'gathered-around' : 'ring');
      expect(sumPathOf({ topology, codec }, viewOf(1))).toBe(topology);
    }
});

test.each([
  ['int8', 'ring', 4],
  ['int8', 'direct', 4],
  ['top-k', 'gathered', 4],
  ['sparse-loco', 'gathered-around', 10],
] as const)(
  'C9c: %s, %s, %i members: a segment leaves before the next one is encoded',
  async (kind, path, size) => {
    const length = 2 * 65_536;
    const { view, parts, codec } = makeRing(codecNamed(kind), path, size, length);
    let encoded = 0;
    const counting: Codec = { ...codec, encode: (...given) => (encoded++, codec.encode(...given)) };
    const ring = new SumRing({ view, path, codec: counting, exponent: 0, parts, seed: 3 });
    const encodedBefore: number[] = [];
    const send = ring.fabric.send.bind(ring.fabric);
    ring.fabric.send = (...given) => {
      encodedBefore.push(encoded);
      return send(...given);
    };
    await ring.finish();
    expect(encodedBefore[0]).toBe(1);
  },
);

test.each(['reduce-scatter', 'all-gather'] as const)(
  'S13: %s bytes that are no values end the attempt, and name the sender',
  async (phase) => {
    const { ring } = makeRing({ kind: 'int8' }, 'ring', 3, 300);
    let blamed: string | undefined;
    ring.fabric.tamper = (from, _to, bytes) => {
      const frame = readFrame(from, bytes, () => {});
      if (blamed === undefined && frame.phase === phase) {
        blamed = from;
        bytes[frameHeaderBytes + 3] = 0xff; // the first scale: not finite, or negative
      }
      return [bytes];
    };
    await ring.run();
    const refused = (await ring.failures()).filter((error) => error instanceof RefusedError);
    expect(refused.map(({ member }) => member)).toEqual([blamed]);
    expect(refused[0].message).toContain('sent bytes that are no values');
  },
);
