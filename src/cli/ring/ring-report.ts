// The output of `npm run ring`: one line per whole step and a closing summary, as JSON or for people. Pure.
import type { PeerStatus, ShownMeans, StepRecord, StepSplit } from '../../replica/protocol';
import type { FaultTime } from './fault-times';
import type { Disagreement, WholeStep } from './step-ledger';

/** What the first tab's record says goes out as it is; times are means over the replicas. */
const facts = ['step', 'loss', 'accuracy', 'r2', 'worldSize', 'effectiveBatch', 'learningRate'] as const;
const moreFacts = ['gradientNorm', 'generation', 'contributions', 'digests'] as const;
const times = ['computeMs', 'overlappedMs', 'exposedMs', 'waitingMs', 'otherMs', 'wallMs'] as const;

export interface StepLine
  extends
    Pick<StepRecord, (typeof facts)[number] | (typeof moreFacts)[number] | 'validation'>,
    Pick<StepSplit, (typeof times)[number]> {
  /** With local steps `learningRate` is the inner one; this names both. */
  readonly local?: Pick<NonNullable<StepRecord['local']>, 'innerSteps' | 'innerRate' | 'outerRate'>;
  /** Sent by all reporting tabs together. */
  readonly bytes: number;
  /** Tabs that reported this step themselves. */
  readonly reportedBy: number;
}

export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'disagreed'; readonly why: string };

/** The unit of the losses' mean: 'batch' and 'examplesPerSecond' count these. */
export type LossTerm = 'example' | 'character';

export interface Summary {
  readonly summary: true;
  readonly term: LossTerm;
  readonly outcome: Outcome['kind'];
  readonly why?: string;
  readonly steps: number;
  readonly seconds: number; // first to last step, by the first reporting tab's clock
  readonly stepsPerSecond: number;
  /** Loss terms; for a text, characters. */
  readonly examplesPerSecond: number;
  readonly firstLoss?: number;
  readonly lastLoss?: number;
  readonly validation?: ShownMeans;
  /** Share of the communication that was hidden under compute, 0 to 1. */
  readonly hidden: number;
  readonly bytes: number;
  readonly digestComparisons: number;
  /** The line that was emulated, in words, and what the links measured of it: medians. */
  readonly emulated?: { readonly line: string } & MeasuredLinks;
  /** The times of the trial's faults. */
  readonly kill?: FaultTime;
  readonly join?: FaultTime;
}

export interface MeasuredLinks {
  readonly mbitPerSecond?: number;
  readonly roundTripMs?: number;
}

/** The measurements of every end of a link that has one. */
export function measuredLinks(
  peers: readonly Pick<PeerStatus, 'bytesPerSecond' | 'roundTripMs'>[],
): MeasuredLinks {
  const rate = median(
    peers.flatMap(({ bytesPerSecond = 0 }) => (bytesPerSecond > 0 ? [bytesPerSecond] : [])),
  );
  const tripMs = median(peers.flatMap(({ roundTripMs }) => (roundTripMs === undefined ? [] : [roundTripMs])));
  return {
    ...(rate !== undefined && { mbitPerSecond: round((8 * rate) / 1e6, 3) }),
    ...(tripMs !== undefined && { roundTripMs: round(tripMs, 1) }),
  };
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b).at(values.length >> 1);
}

export function stepLine({ records }: WholeStep): StepLine {
  const all = [...records.values()];
  const [first] = all;
  const splits = Object.values(first.splits);
  const mean = (part: (typeof times)[number]): number =>
    round(splits.reduce((sum, split) => sum + split[part], 0) / Math.max(1, splits.length), 3);
  const validation = all.find((record) => record.validation)?.validation;
  const { local } = first;
  return {
    ...picked(first, facts),
    ...(validation && { validation }),
    ...(local && { local: picked(local, ['innerSteps', 'innerRate', 'outerRate']) }),
    ...picked(first, moreFacts),
    ...(Object.fromEntries(times.map((part) => [part, mean(part)])) as Pick<
      StepSplit,
      (typeof times)[number]
    >),
    bytes: all.reduce((sum, record) => sum + record.bytesSent, 0),
    reportedBy: records.size,
  };
}

function picked<From, Key extends keyof From>(from: From, keys: readonly Key[]): Pick<From, Key> {
  const there = keys.filter((key) => from[key] !== undefined);
  return Object.fromEntries(there.map((key) => [key, from[key]])) as Pick<From, Key>;
}

export class RunTally {
  readonly #term: LossTerm;
  #steps = 0;
  #bytes = 0;
  #overlappedMs = 0;
  #exposedMs = 0;
  #first: StepRecord | undefined;
  #last: StepRecord | undefined;
  #validation: StepLine['validation'];

  constructor(term: LossTerm) {
    this.#term = term;
  }

  add(whole: WholeStep, line: StepLine): void {
    const [record] = whole.records.values();
    this.#first ??= record;
    this.#last = record;
    this.#steps++;
    this.#bytes += line.bytes;
    this.#overlappedMs += line.overlappedMs;
    this.#exposedMs += line.exposedMs;
    this.#validation = line.validation ?? this.#validation;
  }

  summary(
    outcome: Outcome,
    digestComparisons: number,
    { kill, join }: { readonly kill?: FaultTime; readonly join?: FaultTime } = {},
    emulated?: Summary['emulated'],
  ): Summary {
    const [first, last] = [this.#first, this.#last];
    // The first step's own duration is unknown: rates cover the steps after it.
    const seconds = first && last ? Math.max(0, last.atMs - first.atMs) / 1000 : 0;
    const examples = first && last ? last.examplesTotal - first.examplesTotal : 0;
    const communicationMs = this.#overlappedMs + this.#exposedMs;
    return {
      summary: true,
      term: this.#term,
      outcome: outcome.kind,
      ...(outcome.kind !== 'done' && { why: outcome.why }),
      steps: this.#steps,
      seconds: round(seconds, 3),
      stepsPerSecond: seconds > 0 ? round((this.#steps - 1) / seconds, 3) : 0,
      examplesPerSecond: seconds > 0 ? round(examples / seconds, 1) : 0,
      ...(first && last && { firstLoss: first.loss, lastLoss: last.loss }),
      ...(this.#validation && { validation: this.#validation }),
      hidden: communicationMs > 0 ? round(this.#overlappedMs / communicationMs, 4) : 0,
      bytes: this.#bytes,
      digestComparisons,
      ...(emulated && { emulated }),
      ...(kill && { kill }),
      ...(join && { join }),
    };
  }
}

/** 0 done · 1 failed · 3 disagreed (2 is for bad options). */
export function exitCode(outcome: Outcome): number {
  switch (outcome.kind) {
    case 'done':
      return 0;
    case 'failed':
      return 1;
    case 'disagreed':
      return 3;
    default:
      return outcome satisfies never;
  }
}

export function disagreementText({ step, sources }: Disagreement): string {
  const sides = [...sources].map(([digest, who]) => `${digest}: ${who.join(', ')}`);
  return `step ${step} has ${sources.size} digests. ${sides.join(' · ')}`;
}

/** Times in ms. */
const columns: readonly (readonly [name: string, cell: (line: StepLine) => string])[] = [
  ['step', ({ step }) => String(step)],
  ['loss', ({ loss }) => loss.toPrecision(4)],
  ['score', scoreText],
  ['N', ({ worldSize }) => String(worldSize)],
  ['batch', ({ effectiveBatch }) => String(effectiveBatch)],
  ['compute', ({ computeMs }) => computeMs.toFixed(1)],
  ['overlap', ({ overlappedMs }) => overlappedMs.toFixed(1)],
  ['exposed', ({ exposedMs }) => exposedMs.toFixed(1)],
  ['waiting', ({ waitingMs }) => waitingMs.toFixed(1)],
  ['sent', ({ bytes }) => bytesText(bytes)],
];

/** The share of right classes, or R² of amounts. */
function scoreText({ accuracy, r2 }: ShownMeans): string {
  return accuracy === undefined ? `R² ${(r2 ?? NaN).toFixed(3)}` : `${(100 * accuracy).toFixed(1)} %`;
}

export function tableHead(): string {
  return `${columns.map(([name]) => name.padStart(9)).join('')}  digest`;
}

export function tableRow(line: StepLine): string {
  const validation = line.validation
    ? `  validation ${line.validation.loss.toPrecision(4)}, ${scoreText(line.validation)}`
    : '';
  const digest = Object.values(line.digests)[0] ?? '';
  return `${columns.map(([, cell]) => cell(line).padStart(9)).join('')}  ${digest} ×${line.reportedBy}${validation}`;
}

export function summaryText(summary: Summary): string {
  const unit = summary.term === 'character' ? ' nats per character' : '';
  const lines = [
    summary.outcome === 'done' ? 'Done.' : `${summary.outcome.toUpperCase()}: ${summary.why ?? ''}`,
    `${summary.steps} steps in ${summary.seconds.toFixed(1)} s: ${summary.stepsPerSecond.toFixed(2)} steps/s, ` +
      `${summary.examplesPerSecond.toFixed(0)} ${summary.term}s/s, ${bytesText(summary.bytes)} sent`,
  ];
  if (summary.firstLoss !== undefined && summary.lastLoss !== undefined)
    lines.push(`loss ${summary.firstLoss.toPrecision(4)} → ${summary.lastLoss.toPrecision(4)}${unit}`);
  if (summary.validation)
    lines.push(
      `validation loss ${summary.validation.loss.toPrecision(4)}${unit}, ` +
        `${summary.validation.r2 === undefined ? 'accuracy ' : ''}${scoreText(summary.validation)}`,
    );
  lines.push(
    `communication hidden: ${(100 * summary.hidden).toFixed(0)} %`,
    `digests compared ${summary.digestComparisons} times` +
      (summary.outcome === 'disagreed' || summary.digestComparisons === 0 ? '' : ', all equal'),
  );
  if (summary.emulated) lines.push(emulatedText(summary.emulated));
  if (summary.kill) lines.push(`after the kill: ${faultText(summary.kill)}`);
  if (summary.join) lines.push(`the newcomer: ${faultText(summary.join)} of opening its tab`);
  return lines.join('\n');
}

function emulatedText({ line, mbitPerSecond, roundTripMs }: NonNullable<Summary['emulated']>): string {
  const rate = mbitPerSecond === undefined ? 'no rate' : `${mbitPerSecond} Mbit/s`;
  const trip = roundTripMs === undefined ? 'no round trip' : `a round trip of ${roundTripMs} ms`;
  return `emulated: ${line}; the links measured ${rate} and ${trip}`;
}

function faultText({ step, gapMs, afterMs }: FaultTime): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return `no commit for ${seconds(gapMs)}, step ${step} within ${seconds(afterMs)}`;
}

function bytesText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
