// Metrics as a TensorBoard event file: TFRecords (length, its masked CRC-32C, bytes, their masked CRC-32C) of Event messages.
// Numbers of fields by event.proto and summary.proto of TensorFlow 2:
// https://github.com/tensorflow/tensorflow/tree/master/tensorflow/core/util/event.proto
// TensorBoard finds a file by “tfevents” in its name.
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { concatBytes } from '../../base/bytes';
import { crc32c } from '../../base/crc32';
import type { MetricName, MetricRow } from './metric-row';

/** A slash begins a group of charts. */
const tags: Readonly<Partial<Record<MetricName, string>>> = {
  loss: 'loss/train',
  validationLoss: 'loss/validation',
  accuracy: 'accuracy/train',
  validationAccuracy: 'accuracy/validation',
  r2: 'r2/train',
  validationR2: 'r2/validation',
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
  return tfRecord(timed(epochMs).tag(3, WireType.LengthDelimited).string('brain.Event:2').finish());
}

/** A step's figures. `row` needs `step` and `atMs`; what it lacks is left out. */
export function stepRecord(row: Partial<MetricRow>): Uint8Array<ArrayBuffer> {
  const { step = 0, atMs = 0 } = row;
  const writer = timed(atMs).tag(2, WireType.Varint).int64(step);
  writer.tag(5, WireType.LengthDelimited).fork();
  for (const [name, tag] of Object.entries(tags)) {
    const value = row[name as MetricName];
    if (value === undefined || !Number.isFinite(value)) continue;
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(tag);
    writer
      .tag(2, WireType.Bit32)
      .float(Math.min(Math.max(value, -largestFloat), largestFloat))
      .join();
  }
  return tfRecord(writer.join().finish());
}

/** What a float cannot hold becomes its largest. */
const largestFloat = 3.4028234663852886e38;

/** An event begun: its time in seconds. */
function timed(epochMs: number): BinaryWriter {
  return new BinaryWriter().tag(1, WireType.Bit64).double(epochMs / 1000);
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
