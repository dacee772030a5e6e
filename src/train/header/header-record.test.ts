import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { decodeRecord, encodeRecord, recordBytes, type HeaderRecord } from './header-record';

const full: HeaderRecord = {
  own: { data: 'fedcba0123456789', examples: 1_234_567, proof: '0a1b2c3d' },
  status: 'catching-up',
  withheld: 'outlier',
  accused: 'fedcba9876543210',
  termsPerSecond: 1234.5,
  progress: 0.5,
  requestsPause: true,
  version: 2 ** 40 + 1,
  digest: '00ff10a2deadbeef',
  contribution: 65_536,
  firstCommand: '0123456789abcdef',
  last: {
    ...{ step: 12, count: 8, lossSum: 1 / 3, score: 5, gradientSquared: 1e-300 },
    isSkipped: true,
    ...{ bytesSent: 2 ** 33, bytesReceived: 7 },
    split: { computeMs: 1.5, overlappedMs: 0.25, exposedMs: 2, waitingMs: 0, otherMs: 0.125, wallMs: 3.875 },
    waitedForRank: 63,
  },
  validation: { step: 10, lossSum: 4.25, score: 3, count: 9 },
  candidates: ['0123456789abcdef', 'ffffffffffffffff', '0000000000000000'],
  edgeMs: 12.5,
  flightsMs: [0, 0.25, 40, 3, 1.5, 7, 0, 9],
  machineMates: 0b10100101,
  requestsReorder: true,
  lacksLink: true,
  givesData: true,
  hasStalled: true,
  line: { messageMs: 0.75, bytesPerSecond: 2 ** 21, withinBytesPerSecond: 2 ** 27 },
};

test('H1: round trip: every field', () => {
  const bytes = encodeRecord(full);
  expect(bytes.byteLength).toBe(recordBytes);
  expect(decodeRecord(bytes)).toEqual({ ok: true, value: full });
});

test('H1: every field at the offset that PROTOCOL.md gives', () => {
  const view = new DataView(encodeRecord(full).buffer);
  const hex = (at: number): string => view.getBigUint64(at).toString(16).padStart(16, '0');
  const f32 = (at: number): number => view.getFloat32(at, true);
  const f64 = (at: number): number => view.getFloat64(at, true);
  const { last, validation, candidates } = full;
  expect([0, 4, 16, 20, 24].map(f32)).toEqual([2, 3, full.termsPerSecond, full.progress, 1]);
  expect([8, 36, 52].map(hex)).toEqual([full.accused, full.digest, full.firstCommand]);
  expect([28, 44].map(f64)).toEqual([full.version, full.contribution]);
  expect([60, 68, 76, 84, 92, 100, 108].map(f64)).toEqual([
    ...[last.step, last.count, last.lossSum, last.score, last.gradientSquared],
    ...[last.bytesSent, last.bytesReceived],
  ]);
  expect([116, 120, 124, 128, 132, 136].map(f32)).toEqual(Object.values(last.split));
  expect([140, 144].map(f32)).toEqual([last.waitedForRank, 1]);
  expect([148, 156, 164, 172].map(f64)).toEqual(Object.values(validation));
  expect(f32(180)).toBe(candidates.length);
  expect([184, 192, 200].map(hex)).toEqual(candidates);
  expect([248, 252].map(f32)).toEqual([full.edgeMs, 15]);
  expect([256, 260, 316].map(f32)).toEqual(Object.values(full.line));
  expect(view.getUint32(312, true)).toBe(full.machineMates);
  expect(full.flightsMs.map((_, rank) => f32(280 + 4 * rank))).toEqual(full.flightsMs);
});

test('a record read out of the middle of a message', () => {
  const message = new Uint8Array(recordBytes + 7);
  message.set(encodeRecord(full), 3);
  expect(decodeRecord(message.subarray(3, 3 + recordBytes))).toEqual({ ok: true, value: full });
});

test('C2g: a record cannot name more members of its machine than a full mesh has', () => {
  expect(decodeRecord(encodeRecord({ ...full, machineMates: 255 })).ok).toBe(true);
  expect(decodeRecord(encodeRecord({ ...full, machineMates: 256 })).ok).toBe(false);
});

test('more than eight candidates: the first eight travel', () => {
  const candidates = Array.from({ length: 12 }, (_, i) => i.toString(16).padStart(16, 'c'));
  const decoded = decodeRecord(encodeRecord({ ...full, candidates }));
  expect(decoded.ok && decoded.value.candidates).toEqual(candidates.slice(0, 8));
});

test('any bytes give a value or an error, never an exception', () => {
  const random = prng('record', 3);
  let accepted = 0;
  const good = encodeRecord(full);
  for (let i = 0; i < 2000; i++) {
    const length = random.below(4) === 0 ? random.below(600) : recordBytes;
    const bytes = Uint8Array.from({ length }, () => random.below(256));
    if (random.below(2) === 0 && length === recordBytes) {
      bytes.set(good);
      for (let flips = random.below(6); flips >= 0; flips--) bytes[random.below(length)] = random.below(256);
    }
    const decoded = decodeRecord(bytes);
    if (!decoded.ok) {
      expect(decoded.error.code).toBe('bad-record');
      continue;
    }
    accepted++;
    const { version, contribution, last, validation, candidates } = decoded.value;
    for (const count of [version, contribution, last.step, last.count, validation.count]) {
      expect(Number.isSafeInteger(count)).toBe(true);
      expect(count).toBeGreaterThanOrEqual(0);
    }
    expect(candidates.length).toBeLessThanOrEqual(8);
  }
  expect(accepted).toBeGreaterThan(100);
});
