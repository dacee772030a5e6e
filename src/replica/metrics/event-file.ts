// Metrics as a TensorBoard event file: TFRecords (length, its masked CRC-32C, bytes, their masked CRC-32C) of Event messages.
// Numbers of fields by event.proto and summary.proto of TensorFlow 2:
// https://github.com/tensorflow/tensorflow/tree/master/tensorflow/core/util/event.proto
// TensorBoard finds a file by “tfevents” in its name.
import { concatBytes, utf8 } from '../../base/bytes';
import { crc32c } from '../../base/crc32';
import type { MetricName, MetricRow } from './metric-row';

/** A slash begins a group of charts. */
const tags: Readonly<Partial<Record<MetricName, string>>> = {
  loss: 'loss/train',
  validationLoss: 'loss/validation',
  accuracy: 'accuracy/train',
  validationAccuracy: 'accuracy/validation',
  learningRate: 'rate/learning',
  outerRate: 'rate/outer',
  gradientNorm: 'gradient/norm',
  noiseScale: 'gradient/noise_scale',
  effectiveBatch: 'batch/effective',
  examples: 'batch/examples_in_all',
  worldSize: 'ring/replicas',
  bytesSent: 'ring/bytes_sent',
  bytesReceived: 'ring/bytes_received',
  allReduceMs: 'ring/all_reduce_ms',
  computeMs: 'step_ms/compute',
  overlappedMs: 'step_ms/overlapped',
  exposedMs: 'step_ms/exposed',
  waitingMs: 'step_ms/waiting',
  otherMs: 'step_ms/other',
  wallMs: 'step_ms/whole',
};

export function eventFileName(epochMs: number): string {
  return `events.out.tfevents.${Math.floor(epochMs / 1000)}.lockstep`;
}

/** The first record of a file. */
export function versionRecord(epochMs: number): Uint8Array<ArrayBuffer> {
  return tfRecord(concatBytes(double(1, epochMs / 1000), nested(3, utf8('brain.Event:2'))));
}

/** A step's figures. `row` needs `step` and `atMs`; what it lacks is left out. */
export function stepRecord(row: Partial<MetricRow>): Uint8Array<ArrayBuffer> {
  const { step = 0, atMs = 0 } = row;
  const values = Object.entries(tags).flatMap(([name, tag]) => {
    const value = row[name as MetricName];
    if (value === undefined || !Number.isFinite(value)) return [];
    return [nested(1, concatBytes(nested(1, utf8(tag)), float(2, value)))];
  });
  const stepField = concatBytes(key(2, wire.varint), varint(step));
  return tfRecord(concatBytes(double(1, atMs / 1000), stepField, nested(5, concatBytes(...values))));
}

// The wire format of protobuf, as much as is needed: https://protobuf.dev/programming-guides/encoding
const wire = { varint: 0, bits64: 1, bytes: 2, bits32: 5 } as const;

function key(field: number, type: number): Uint8Array {
  return Uint8Array.of(field * 8 + type);
}

/** `value`: a whole number, 0 … 2⁵³ − 1. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}

function nested(field: number, content: Uint8Array): Uint8Array {
  return concatBytes(key(field, wire.bytes), varint(content.length), content);
}

function double(field: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return concatBytes(key(field, wire.bits64), bytes);
}

/** What a float cannot hold becomes its largest. */
function float(field: number, value: number): Uint8Array {
  const largest = 3.4028234663852886e38;
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, Math.min(Math.max(value, -largest), largest), true);
  return concatBytes(key(field, wire.bits32), bytes);
}

function tfRecord(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(12);
  const view = new DataView(head.buffer);
  view.setBigUint64(0, BigInt(data.length), true);
  view.setUint32(8, masked(crc32c(head.subarray(0, 8))), true);
  const tail = new Uint8Array(4);
  new DataView(tail.buffer).setUint32(0, masked(crc32c(data)), true);
  return concatBytes(head, data, tail);
}

/** TensorFlow's mask: a CRC of bytes that hold CRCs is weak. */
function masked(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
