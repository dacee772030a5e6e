// The record that every member contributes to the header of each round (H1). It says what state the member holds, what
// it will contribute, how its last step went and which newcomers it could admit. 320 bytes, little-endian.
import { fail, ok, type Result } from '../../base/result';
import { fullMeshLimit } from '../../membership/links-needed';
import type { LineTimes } from '../metrics/line-times';
import type { StepSplit } from '../metrics/step-split';
import { mostOwnExamples } from '../run/own-claims';
import type { OwnData } from '../run/own-streams';

export const recordBytes = 320;
const maxCandidates = 8;
/** The fields after the candidates, at fixed offsets. */
const edgeAt = 248;
const lineAt = 256;
const ownAt = 264;
const flightsAt = 280;
const machineAt = 312;
const flightPlaces = Array.from({ length: fullMeshLimit }, (_, at) => at);
const nobody = '0'.repeat(16);

export const emptySums = { count: 0, lossSum: 0, score: 0 };

const statuses = ['empty', 'current', 'catching-up'] as const;
const withholdings = ['none', 'overflow', 'non-finite', 'outlier'] as const;

/** Empty: it has no state of this run. Current: it holds the state of `version` and `digest`. Catching-up: it follows
 *  the decisions (`version`), fetches and replays the tensors, and contributes 0. */
type MemberStatus = (typeof statuses)[number];
/** Why a replica that has a shard in the plan contributes 0. */
export type Withholding = (typeof withholdings)[number];

export interface HeaderRecord {
  readonly status: MemberStatus;
  /** Version of the run state that it holds; 0: none yet. */
  readonly version: number;
  /** 16 hex digits of tensors and decisions at that version; zeros at version 0. */
  readonly digest: string;
  /** n_j of the planned step: loss terms its gradient will sum. */
  readonly contribution: number;
  readonly withheld: Withholding;
  /** The member whose part of a sum this replica refused in the attempt before: not finite, or an outlier (S11). */
  readonly accused: string | undefined;
  /** Loss terms a second that this replica computes, smoothed; 0: not measured yet. */
  readonly termsPerSecond: number;
  /** The progress of catching up: the share of the snapshot and of the logged steps that it has, 0 … 1; else 0. */
  readonly progress: number;
  /** It falls behind while it catches up: the ring should wait for it (J6). */
  readonly requestsPause: boolean;
  /** 16 hex digits over the first of the host commands held and not yet applied; zeros: none. */
  readonly firstCommand: string;
  /** The step that this replica last finished. */
  readonly last: {
    readonly step: number;
    readonly count: number;
    readonly lossSum: number;
    /** The engine’s sum (engine.ts). */
    readonly score: number;
    /** The step’s sum or its update was not finite. */
    readonly isSkipped: boolean;
    /** ‖g_j‖², of the mean gradient of its shard. */
    readonly gradientSquared: number;
    readonly bytesSent: number;
    readonly bytesReceived: number;
    readonly split: Omit<StepSplit, 'waitedFor'>;
    /** Rank in the current view of the member that it waited for longest; −1: none. */
    readonly waitedForRank: number;
  };
  /** This replica's share of the validation split, evaluated after `step`; count 0: none. */
  readonly validation: {
    readonly step: number;
    readonly lossSum: number;
    /** The right answers; where amounts are predicted R² of this part, by the variance of the whole split, times `count`. */
    readonly score: number;
    readonly count: number;
  };
  /** Replicas outside the view with which this one holds an open link, and which ask for admission. */
  readonly candidates: readonly string[];
  /** How long a frame takes to its successor around the ring, in milliseconds; 0: not measured. */
  readonly edgeMs: number;
  /** How long a small message flies to each member, by rank, in milliseconds; 0: not measured, or itself. As many as a
   *  full mesh has members; in a larger view all are 0. */
  readonly flightsMs: readonly number[];
  /** The members that it shares a machine with, as it sees: a bit for each rank of a full mesh. In a larger view 0. */
  readonly machineMates: number;
  /** Rank 0 knows a faster order around the ring (M11). Other members' bits do not count. */
  readonly requestsReorder: boolean;
  /** It has no link to a member that it needs one to, or does not hear it (C7). */
  readonly lacksLink: boolean;
  /** It holds all of the data that the host offers, and gives it (T12). */
  readonly givesData: boolean;
  /** A sum of this view's members stood still here until its attempt ended, not long ago (C18). */
  readonly hasStalled: boolean;
  /** The times by which bucket sizes are chosen. */
  readonly line: LineTimes;
  /** This member's own training examples, and their fingerprint; undefined: all train on the same (S20). */
  readonly own: OwnData | undefined;
}

export function encodeRecord(record: HeaderRecord): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(recordBytes));
  const write = new Fields(view);
  write.f32(statuses.indexOf(record.status));
  write.f32(withholdings.indexOf(record.withheld));
  write.id(record.accused ?? nobody);
  write.f32(record.termsPerSecond);
  write.f32(record.progress);
  write.f32(record.requestsPause ? 1 : 0);
  write.f64(record.version);
  write.id(record.digest);
  write.f64(record.contribution);
  write.id(record.firstCommand);
  const { last, validation } = record;
  for (const value of [last.step, last.count, last.lossSum, last.score, last.gradientSquared])
    write.f64(value);
  for (const value of [last.bytesSent, last.bytesReceived]) write.f64(value);
  const { computeMs, overlappedMs, exposedMs, waitingMs, otherMs, wallMs } = last.split;
  for (const value of [computeMs, overlappedMs, exposedMs, waitingMs, otherMs, wallMs]) write.f32(value);
  write.f32(last.waitedForRank);
  write.f32(last.isSkipped ? 1 : 0);
  for (const value of [validation.step, validation.lossSum, validation.score, validation.count])
    write.f64(value);
  const candidates = record.candidates.slice(0, maxCandidates);
  write.f32(candidates.length);
  for (const id of candidates) write.id(id);
  view.setFloat32(edgeAt, record.edgeMs, true);
  view.setFloat32(edgeAt + 4, flagsOf(record), true);
  view.setFloat32(lineAt, record.line.messageMs, true);
  view.setFloat32(lineAt + 4, record.line.bytesPerSecond, true);
  view.setBigUint64(ownAt, BigInt(`0x${record.own?.data ?? nobody}`));
  view.setUint32(ownAt + 8, record.own?.examples ?? 0, true);
  view.setUint32(ownAt + 12, parseInt(record.own?.proof ?? '0', 16));
  for (const at of flightPlaces) view.setFloat32(flightsAt + 4 * at, record.flightsMs[at] ?? 0, true);
  view.setUint32(machineAt, record.machineMates, true);
  view.setFloat32(machineAt + 4, record.line.withinBytesPerSecond, true);
  return new Uint8Array(view.buffer);
}

function flagsOf({ requestsReorder, lacksLink, givesData, hasStalled }: HeaderRecord): number {
  return (requestsReorder ? 1 : 0) + (lacksLink ? 2 : 0) + (givesData ? 4 : 0) + (hasStalled ? 8 : 0);
}

export function decodeRecord(bytes: Uint8Array): Result<HeaderRecord, 'bad-record'> {
  if (bytes.byteLength !== recordBytes)
    return fail('bad-record', `a header record has ${recordBytes} bytes, this one ${bytes.byteLength}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = new Fields(view);
  const status = statuses[read.readF32()];
  const withheld = withholdings[read.readF32()];
  const accused = read.readId();
  const termsPerSecond = read.readF32();
  const progress = read.readF32();
  const asks = read.readF32();
  const version = read.readF64();
  const digest = read.readId();
  const contribution = read.readF64();
  const firstCommand = read.readId();
  const sums = {
    step: read.readF64(),
    count: read.readF64(),
    lossSum: read.readF64(),
    score: read.readF64(),
  };
  const gradientSquared = read.readF64();
  const traffic = { bytesSent: read.readF64(), bytesReceived: read.readF64() };
  const split = {
    computeMs: read.readF32(),
    overlappedMs: read.readF32(),
    exposedMs: read.readF32(),
    waitingMs: read.readF32(),
    otherMs: read.readF32(),
    wallMs: read.readF32(),
  };
  const waitedForRank = read.readF32();
  const skipped = read.readF32();
  const validation = {
    step: read.readF64(),
    lossSum: read.readF64(),
    score: read.readF64(),
    count: read.readF64(),
  };
  const candidateCount = read.readF32();
  if (!status || !withheld || (skipped !== 0 && skipped !== 1))
    return fail('bad-record', 'a header record has an unknown status, withholding reason or skip flag');
  if (!(termsPerSecond >= 0 && termsPerSecond < Infinity))
    return fail('bad-record', 'the speed in a header record is negative or not finite');
  if (!(progress >= 0 && progress <= 1) || (asks !== 0 && asks !== 1))
    return fail(
      'bad-record',
      'the progress in a header record is not in 0 … 1, or its pause flag is neither 0 nor 1',
    );
  if (![version, contribution, sums.step, sums.count, validation.step, validation.count].every(isCount))
    return fail('bad-record', 'a count in the header record is not a natural number');
  const edgeMs = view.getFloat32(edgeAt, true);
  const flags = view.getFloat32(edgeAt + 4, true);
  if (!(edgeMs >= 0 && edgeMs < Infinity) || !(isCount(flags) && flags < 16))
    return fail(
      'bad-record',
      'a header record has an edge time that is negative or not finite, or flags that are not 0 to 15',
    );
  const [messageMs, bytesPerSecond, withinBytesPerSecond] = [lineAt, lineAt + 4, machineAt + 4].map((at) =>
    view.getFloat32(at, true),
  );
  if (![messageMs, bytesPerSecond, withinBytesPerSecond].every((value) => value >= 0 && value < Infinity))
    return fail(
      'bad-record',
      'the line in a header record has a time or a rate that is negative or not finite',
    );
  const flightsMs = flightPlaces.map((at) => view.getFloat32(flightsAt + 4 * at, true));
  if (!flightsMs.every((ms) => ms >= 0 && ms < Infinity))
    return fail('bad-record', 'a header record has a flight that is negative or not finite');
  const machineMates = view.getUint32(machineAt, true);
  if (machineMates >= 2 ** fullMeshLimit)
    return fail('bad-record', 'a header record names members of its machine that a full mesh cannot have');
  const ownData = view.getBigUint64(ownAt).toString(16).padStart(16, '0');
  const ownExamples = view.getUint32(ownAt + 8, true);
  const proof = view
    .getUint32(ownAt + 12)
    .toString(16)
    .padStart(8, '0');
  if (ownExamples > mostOwnExamples)
    return fail('bad-record', 'the number of own examples in a header record is not a possible one');
  if (!isCount(candidateCount) || candidateCount > maxCandidates)
    return fail('bad-record', `the number of candidates in a header record is not in 0 … ${maxCandidates}`);
  return ok({
    status,
    withheld,
    accused: accused === nobody ? undefined : accused,
    termsPerSecond,
    progress,
    requestsPause: asks === 1,
    version,
    digest,
    contribution,
    firstCommand,
    last: { ...sums, isSkipped: skipped === 1, gradientSquared, ...traffic, split, waitedForRank },
    validation,
    candidates: Array.from({ length: candidateCount }, () => read.readId()),
    edgeMs,
    flightsMs,
    machineMates,
    requestsReorder: (flags & 1) === 1,
    lacksLink: (flags & 2) === 2,
    givesData: (flags & 4) === 4,
    hasStalled: (flags & 8) === 8,
    line: { messageMs, bytesPerSecond, withinBytesPerSecond },
    own: ownData === nobody ? undefined : { data: ownData, examples: ownExamples, proof },
  });
}

export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** A cursor over the record; reads and writes advance it alike. */
class Fields {
  #at = 0;

  constructor(readonly view: DataView) {}

  f64(value: number): void {
    this.view.setFloat64(this.#next(8), value, true);
  }

  f32(value: number): void {
    this.view.setFloat32(this.#next(4), value, true);
  }

  /** 16 hex digits. */
  id(hex: string): void {
    this.view.setUint32(this.#next(4), parseInt(hex.slice(0, 8), 16));
    this.view.setUint32(this.#next(4), parseInt(hex.slice(8), 16));
  }

  readF64(): number {
    return this.view.getFloat64(this.#next(8), true);
  }

  readF32(): number {
    return this.view.getFloat32(this.#next(4), true);
  }

  readId(): string {
    return this.#half() + this.#half();
  }

  #half(): string {
    return this.view.getUint32(this.#next(4)).toString(16).padStart(8, '0');
  }

  #next(bytes: number): number {
    return (this.#at += bytes) - bytes;
  }
}
