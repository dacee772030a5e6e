// Checks the what-if predictions by really doing it: a ring of replicas that compute by waiting, on an emulated line, in
// real or simulated time. Each case is predicted from the steps before, then the ring is changed so, and its steps are
// timed by their commits.
import type { EdgeProfile } from '../../net/emulation/edge-profile';
import { noEmulation } from '../../net/emulation/no-emulation';
import type { HostCommand } from '../commands/host-command';
import type { RingMember } from '../member/ring-member';
import { mostSteps, whatIf, type WhatIf, type WhatIfInput } from '../metrics/what-if';
import type { StepRecord } from '../metrics/step-record';
import type { RunConfig } from '../run/run-config';

export interface TrialReplica {
  readonly member: RingMember;
  readonly steps: readonly StepRecord[];
}

/** The interface that SimulatedRing and TestRing share. */
export interface TrialRing<Replica extends TrialReplica> {
  readonly config: RunConfig;
  add(): Replica;
  kill(replica: Replica): void;
  submit(command: HostCommand): void;
  until(what: string, condition: () => boolean, limitMs?: number): Promise<void>;
}

export interface WhatIfRow {
  readonly name: string;
  readonly predictedMs: number;
  readonly measuredMs: number;
}

const limitMs = 120_000;
/** A change is of the next plan, and a step may be under way. */
const unsettledSteps = 3;

/** The replica of index 0 is the slowest: it is alone first, and is removed last. */
export async function whatIfTrial<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  line: EdgeProfile,
  steps: number,
): Promise<readonly WhatIfRow[]> {
  const opening = await begin(ring, line, steps);
  const [onToOff, offToOn] = await overlapRows(ring, opening, steps);
  const [now, without, floor, int8] = await rowsOf(ring, opening, steps);
  return [now, without, floor, onToOff, offToOn, int8];
}

/** Overlap off, and on again. */
export async function overlapTrial<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  line: EdgeProfile,
  steps: number,
): Promise<readonly WhatIfRow[]> {
  await first(ring, line);
  return overlapRows(ring, await joined(ring, steps), steps);
}

/** A trial with local steps, in which nothing overlaps. The replica of index 0 is the slowest, alone first, and removed
 *  last. */
export async function localTrial<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  line: EdgeProfile,
  steps: number,
): Promise<readonly WhatIfRow[]> {
  const rows = await rowsOf(ring, await begin(ring, line, steps), steps);
  return rows.map(({ name, ...times }) => ({ name: `local, ${name}`, ...times }));
}

interface Opening<Replica> {
  readonly observer: Replica;
  /** The time of all three. */
  readonly togetherMs: number;
  readonly now: WhatIf;
}

interface WholeOpening<Replica> extends Opening<Replica> {
  readonly slowest: Replica;
  readonly aloneMs: number;
}

/** The slowest trains alone on this line, then with two others until the line is measured. */
async function begin<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  line: EdgeProfile,
  steps: number,
): Promise<WholeOpening<Replica>> {
  const slowest = await first(ring, line);
  const aloneMs = await timed(ring, slowest, 1, steps);
  return { slowest, aloneMs, ...(await joined(ring, steps)) };
}

/** Training alone, on this line. */
async function first<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  line: EdgeProfile,
): Promise<Replica> {
  const replica = ring.add();
  await ring.until('the first replica', () => replica.member.replica.held?.state.initialized === true);
  ring.submit({ kind: 'set-network', network: { ...noEmulation, everyEdge: line } });
  ring.submit({ kind: 'start' });
  return replica;
}

/** Two more, the first of which observes. */
async function joined<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  steps: number,
): Promise<Opening<Replica>> {
  const observer = ring.add();
  ring.add();
  await timed(ring, observer, 3, steps);
  await ring.until('a measured line', () => observer.member.trainer.local.line.bytesPerSecond > 0, limitMs);
  const togetherMs = await timed(ring, observer, 3, steps);
  return { observer, togetherMs, now: predict(ring.config, observer, ring.config.buckets.overlap) };
}

async function overlapRows<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  { observer, now }: Opening<Replica>,
  steps: number,
): Promise<readonly WhatIfRow[]> {
  const { buckets } = ring.config;
  ring.submit({ kind: 'set-buckets', buckets: { ...buckets, overlap: false } });
  const apart = await timed(ring, observer, 3, steps);
  const whenApart = predict(ring.config, observer, false);
  ring.submit({ kind: 'set-buckets', buckets });
  const again = await timed(ring, observer, 3, steps);
  return [
    { name: 'overlap on to off', predictedMs: now.overlap!.stepMs, measuredMs: apart },
    { name: 'overlap off to on', predictedMs: whenApart.overlap!.stepMs, measuredMs: again },
  ];
}

/** The trials: as it was, without the slowest, without communication, in int8. */
async function rowsOf<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  { slowest, observer, now, aloneMs, togetherMs }: WholeOpening<Replica>,
  steps: number,
): Promise<readonly WhatIfRow[]> {
  const { buckets } = ring.config;
  ring.submit({ kind: 'set-buckets', buckets: { ...buckets, codec: { kind: 'int8' } } });
  const int8 = await timed(ring, observer, 3, steps);
  ring.submit({ kind: 'set-buckets', buckets });
  await timed(ring, observer, 3, 1);
  ring.kill(slowest);
  const without = await timed(ring, observer, 2, steps);
  if (now.withoutSlowest?.member !== slowest.member.options.self)
    throw new Error('the slowest replica was not found');
  return [
    { name: 'now', predictedMs: now.now.stepMs, measuredMs: togetherMs },
    {
      name: 'without its slowest member',
      predictedMs: now.withoutSlowest.case.stepMs,
      measuredMs: without,
    },
    { name: 'without communication', predictedMs: now.noCommunication.stepMs, measuredMs: aloneMs },
    { name: 'f32 to int8', predictedMs: now.otherCodec.stepMs, measuredMs: int8 },
  ];
}

/** The median time from commit to commit of the next steps of so many members. */
export async function timed<Replica extends TrialReplica>(
  ring: TrialRing<Replica>,
  { steps }: Replica,
  members: number,
  count: number,
): Promise<number> {
  const from = steps.length + unsettledSteps;
  const taken = (): readonly StepRecord[] =>
    steps.slice(from).filter(({ worldSize }) => worldSize === members);
  await ring.until(`${count} steps of ${members}`, () => taken().length > count, limitMs);
  const gaps = taken().flatMap((step, at, all) => (at === 0 ? [] : [step.atMs - all[at - 1].atMs]));
  return gaps.sort((a, b) => a - b)[gaps.length >> 1];
}

function predict(config: RunConfig, { member, steps }: TrialReplica, isOverlapped: boolean): WhatIf {
  const input: WhatIfInput = {
    steps: steps.slice(-mostSteps),
    codec: config.buckets.codec,
    sync: config.sync,
    isOverlapped,
    bucketTimes: member.trainer.local.bucketTimes,
    bytesPerSecond: member.trainer.local.line.bytesPerSecond || undefined,
    isBatchFixed: false,
    microBatches: config.localBatch / config.microBatch,
    isMixed: false,
    otherCodec: { kind: 'int8' },
    otherPath: config.buckets.topology,
  };
  const predicted = whatIf(input);
  if (typeof predicted === 'string') throw new Error(`no prediction: ${predicted}`);
  return predicted;
}
