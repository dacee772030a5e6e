// J1, J3, J4, J6: one catch-up alone: its snapshot, its log and its replay. The ring is one member that trains by the
// plain specification of the update.
import { unexpected } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { drive, driveFor, macrotask } from '../../base/testing/drive-clock';
import { decodeFrame } from '../../net/frame/frame';
import { blockElements } from '../../optim/state/blocks';
import { tensorRanges } from '../../optim/state/tensor-ranges';
import { readHead } from '../../optim/state/state-bytes';
import { oracleUpdate } from '../../optim/testing/update-oracle';
import { copyTrainState, createTrainState, type TrainState } from '../../optim/state/train-state';
import { factsOf, type AttemptedStep } from '../commit/attempted-step';
import { compareStates, type AgreedState } from '../decide/compare-states';
import { decide } from '../decide/decide';
import type { Decision } from '../decide/decision';
import type { HeaderRecord } from '../header/header-record';
import type { StepRecord } from '../metrics/step-record';
import type { RunConfig } from '../run/run-config';
import { newRun, type RunState } from '../run/run-state';
import { afterStep } from '../decide/plan-step';
import { versionedState, type VersionedState } from '../state/versioned-state';
import { testConfig } from '../testing/real-ring';
import { ids, lastStep, recordOf, viewOf } from '../testing/samples';
import { CatchUp, type CatchUpOrigin } from './catch-up';
import type { ShownState } from './catch-up-log';
import type { Manifest } from './manifest';
import { missedStep, type Missed } from './missed-step';
import { donate, type StateRequest } from './state-source';

const [donor, self] = ids;
const view = viewOf([donor, self]);
const config: RunConfig = { ...testConfig, steps: 1_000 };
/** Three blocks. */
const parameterCount = 2 * blockElements + 100;
const slots = [{ name: 'w', shape: [parameterCount], offset: 0, length: parameterCount, decays: true }];
const random = prng('catch-up', 1);

function shaped(): TrainState {
  return createTrainState(config.optimizer, parameterCount);
}

function numbers(): Float32Array {
  return Float32Array.from({ length: parameterCount }, () => random.float() - 0.5);
}

interface Stepped {
  readonly decision: Decision & { kind: 'step' };
  readonly sum: Float32Array;
  readonly attempted: AttemptedStep;
}

/** The member that trains. */
class Donor {
  held: VersionedState;
  #isLastSkipped = false;
  #sum: Float32Array | undefined;

  constructor() {
    const tensors = shaped();
    tensors.parameters.set(numbers());
    const plan = {
      positions: [[0, 8] as const],
      shards: [{ member: donor, count: 8 }],
      learningRate: Math.fround(config.learningRate),
      buckets: config.buckets,
    };
    const running = { version: 5, initialized: true, status: 'running', plan } as const;
    this.held = versionedState({ ...newRun(config), ...running }, tensors);
  }

  /** A header at which the other member catches up. */
  records(): readonly HeaderRecord[] {
    const { state, digest } = this.held;
    const last = lastStep({ step: state.step, count: 8, lossSum: 4, isSkipped: this.#isLastSkipped });
    return [
      recordOf({ version: state.version, digest, contribution: 8, last }),
      recordOf({ status: 'catching-up', version: state.version, digest }),
    ];
  }

  agreed(): AgreedState {
    return compareStates(this.records())!;
  }

  shown(isCommitted = true): ShownState {
    return { digest: this.held.digest, view, records: this.records(), epochMs: 1_000, isCommitted };
  }

  step(sum = numbers()): Stepped {
    const { state, tensors } = this.held;
    const records = this.records();
    const decision = decide({ view, round: 0, records }, state, [], { hasStepped: true }) as Decision & {
      kind: 'step';
    };
    expect(decision.kind).toBe('step');
    this.#sum = sum;
    this.#isLastSkipped = !sum.every(Number.isFinite);
    const { optimizer } = state.config;
    const updated = createTrainState(optimizer, parameterCount);
    copyTrainState(tensors, updated);
    if (!this.#isLastSkipped)
      oracleUpdate(optimizer, updated, sum, {
        learningRate: decision.plan.learningRate,
        exampleCount: 8,
        tensors: tensorRanges(slots),
      });
    this.held = versionedState(afterStep(state, decision, this.#isLastSkipped), updated);
    return {
      decision,
      sum,
      attempted: { header: { view, round: 0, records }, decision, before: state, buckets: 1 },
    };
  }

  decide(): RunState {
    const next = { ...this.held.state, version: this.held.state.version + 1, status: 'paused' as const };
    this.held = versionedState(next, this.held.tensors);
    return next;
  }

  /** A decision after which the update needs other vectors. */
  useMomentum(): RunState {
    const { version, config: before } = this.held.state;
    const optimizer = { kind: 'momentum', momentum: 0.5, nesterov: true } as const;
    const next = { ...this.held.state, version: version + 1, config: { ...before, optimizer } };
    const tensors = createTrainState(optimizer, parameterCount);
    tensors.parameters.set(this.held.tensors.parameters);
    tensors.step = this.held.tensors.step;
    this.held = versionedState(next, tensors);
    return next;
  }

  get sum(): Float32Array | undefined {
    return this.#sum;
  }
}

function manifestOf({ digest, state, tensors, hashes }: VersionedState): Manifest {
  return { digest, state, hashes, head: readHead(tensors) };
}

function scene(change: Partial<CatchUpOrigin> = {}, ring = new Donor()) {
  const clock = new ManualClock();
  const requests: StateRequest[] = [];
  const steps: StepRecord[] = [];
  const leftOut: string[] = [];
  let ready = 0;
  const snapshot = ring.held;
  const manifest = manifestOf(snapshot);
  const catchUp = new CatchUp(
    { manifest, tensors: shaped(), slots, why: unexpected('a test'), mustWait: false, ...change },
    {
      request: (_, message) => void requests.push(message),
      clock,
      events: {
        change: () => undefined,
        ready: () => ready++,
        leftOut: (_, why) => void leftOut.push(inEnglish(why)),
        step: (record) => void steps.push(record),
      },
    },
  );
  catchUp.fetch.setSources({ donors: [donor], catchingUp: [], stripe: { index: 0, count: 1 } });
  /** Answers what was asked for, until nothing is; `spoil` may change each payload. */
  const serve = async (spoil: (payload: Uint8Array) => void = () => undefined): Promise<void> => {
    for (let request = requests.shift(); request; request = requests.shift()) {
      if (request.kind !== 'blocks' && request.kind !== 'sum') continue;
      await donate([snapshot, { ...ring.held, sum: ring.sum }], self, request, {
        json: () => undefined,
        state: (_, bytes) => {
          const frame = decodeFrame(bytes);
          if (!frame.ok) throw new Error(inEnglish(frame.error.says));
          const payload = frame.value.payload.slice();
          spoil(payload);
          catchUp.takeState(donor, { ...frame.value, payload });
          return Promise.resolve();
        },
      });
    }
    await driveFor(clock, 1);
  };
  /** A step of the ring that this replica follows. */
  const step = (sum?: Float32Array): Stepped => {
    const stepped = ring.step(sum);
    catchUp.log.stepped(stepped.decision, stepped.sum, { ...factsOf(stepped.attempted), ...unmeasured });
    catchUp.logged();
    return stepped;
  };
  const header = (shown = ring.shown()): boolean => {
    const isSettled = catchUp.log.settle(ring.agreed(), shown);
    if (isSettled) catchUp.settled(shown);
    return isSettled;
  };
  const replayed = (): Promise<void> => driveFor(clock, 100);
  const promote = () => drive(clock, catchUp.promote());
  return {
    clock,
    ring,
    catchUp,
    requests,
    steps,
    leftOut,
    serve,
    step,
    header,
    replayed,
    promote,
    ready: () => ready,
  };
}
const unmeasured = { allReduceMs: 0, headerMs: 0, bytesSent: 0, bytesReceived: 0 };

function expectSame(held: VersionedState | undefined, ring: Donor): void {
  expect(held?.digest).toBe(ring.held.digest);
  expect(held?.tensors).toEqual(ring.held.tensors);
  expect(held?.state).toEqual(ring.held.state);
}

test('T3: only blocks that differ from its own are fetched; verified, they are the state of the agreed digest', async () => {
  const ring = new Donor();
  const tensors = shaped();
  copyTrainState(ring.held.tensors, tensors);
  tensors.parameters[3] += 1; // block 0
  tensors.vectors[1][2 * blockElements] += 1; // block 2
  const { catchUp, requests, serve, promote, ready } = scene({ tensors }, ring);
  expect(catchUp.offered?.has?.(1)).toBe(true);
  expect(catchUp.offered?.has?.(0)).toBe(false);
  const blocks = requests.flatMap((request) => (request.kind === 'blocks' ? request.blocks : []));
  expect(await promote()).toBeUndefined();
  await serve();
  expect(new Set(blocks)).toEqual(new Set([0, 2].slice(0, blocks.length)));
  expect([catchUp.isReady, ready()]).toEqual([true, 1]);
  expect(catchUp.traffic.receivedBytes).toBe(12 * (blockElements + 100)); // parameters and AdamW's two vectors
  const result = await promote();
  expectSame(result?.held, ring);
  expect([result?.finished, result?.snapshot]).toEqual([undefined, undefined]);
});

test('T4: a source that sends a false block is left out; without any source for 10 s the catch-up fails', async () => {
  const { clock, catchUp, serve, promote, leftOut, ready } = scene();
  await serve((payload) => (payload[5] ^= 1));
  expect(leftOut).toEqual(['sent a block of the state that is not genuine']);
  expect(catchUp.failed).toBeUndefined();
  await driveFor(clock, 10_001);
  expect([catchUp.failed?.name, catchUp.isReady, ready()]).toEqual(['CatchUpError', true, 1]);
  expect(await promote()).toBeUndefined();
});

test('J3: it replays what it logged while it fetched, each step to the digest that the holders showed', async () => {
  const { ring, catchUp, steps, serve, step, header, replayed, promote } = scene();
  const digests: string[] = [];
  for (let i = 0; i < 3; i++) {
    step();
    digests.push(ring.held.digest);
    expect(header()).toBe(true);
  }
  expect([catchUp.log.pending, steps]).toEqual([3, []]);
  expect(catchUp.progress).toBe(0);
  await serve();
  await replayed();
  expect([catchUp.log.pending, catchUp.log.bytes, catchUp.progress]).toEqual([0, 0, 1]);
  expect(steps.map(({ step, digest }) => [step, digest])).toEqual(digests.map((digest, i) => [i + 1, digest])); // prettier-ignore
  expect(steps[0]).toMatchObject({ contributions: { [donor]: 8, [self]: 0 }, loss: 0.5, atMs: 1_000 });
  const result = await promote();
  expectSame(result?.held, ring);
  expect(result?.finished).toBeUndefined();
});

test('E23: it replays a decision that changes the vectors, and steps before and after it', async () => {
  const { ring, catchUp, serve, step, header, replayed, promote } = scene();
  step();
  expect(header()).toBe(true);
  catchUp.log.decided(ring.useMomentum());
  catchUp.logged();
  expect(header()).toBe(true);
  step();
  expect(header()).toBe(true);
  await serve();
  await replayed();
  const result = await promote();
  expect(result?.held.tensors.vectors).toHaveLength(1);
  expectSame(result?.held, ring);
});

test('J3: a step that leads to another digest than the ring’s fails the catch-up', async () => {
  const { ring, catchUp, serve, step, header, replayed, promote, steps, ready } = scene();
  step();
  const { digest } = ring.held;
  header({ ...ring.shown(), digest: `${digest.slice(1)}${digest[0] === '0' ? '1' : '0'}` });
  await serve();
  await replayed();
  expect(catchUp.failed?.message).toBe('replaying step 1 came to another digest than the ring’s');
  expect([steps, await promote()]).toEqual([[], undefined]);
  expect(ready()).toBeGreaterThan(0);
});

test('J3: it is promoted with the step that the others have just finished, before a header shows it; no record goes out', async () => {
  const { ring, catchUp, steps, serve, step, header, replayed, promote } = scene();
  step();
  header();
  await serve();
  await replayed();
  step(); // no header has shown it
  expect([catchUp.log.pending, catchUp.isReady]).toEqual([1, true]);
  const result = await promote();
  expectSame(result?.held, ring);
  expect(result?.finished).toMatchObject({ digest: ring.held.digest, isSkipped: false, effectiveBatch: 8 });
  expect(steps.map((record) => record.step)).toEqual([1]);
});

test('J3: it is not promoted before it has all blocks, nor while three steps are open', async () => {
  const { step, header, serve, replayed, promote, catchUp } = scene();
  step();
  expect(await promote()).toBeUndefined();
  await serve();
  for (let i = 0; i < 2; i++) step(); // three steps without a header
  expect([catchUp.isReady, await promote()]).toEqual([false, undefined]);
  expect(header()).toBe(true); // shows the last alone
  await replayed();
  expect(catchUp.log.pending).toBe(3);
});

test('J3: it is not promoted while two steps are open, and neither is applied', async () => {
  const { ring, step, serve, promote, catchUp } = scene();
  const { digest } = ring.held;
  catchUp.share();
  await serve();
  step();
  step();
  expect(await promote()).toBeUndefined();
  expect([catchUp.log.pending, catchUp.offered?.digest]).toEqual([2, digest]);
  expect(catchUp.log.dropLast()).toBe(true); // no member finished the second
  const result = await promote();
  expect(result?.held.state).toMatchObject({ step: 1 });
  expect(result?.finished).toMatchObject({ isSkipped: false, effectiveBatch: 8 });
});

test('J1: the record of a current member tells whether a step was skipped', async () => {
  const { ring, steps, serve, step, header, replayed, promote } = scene();
  const spoilt = numbers();
  spoilt[7] = NaN;
  step(spoilt);
  expect(header()).toBe(true);
  expect(ring.held.state).toMatchObject({ step: 1, examples: 0, skipsInARow: 1 });
  await serve();
  await replayed();
  expect(steps).toMatchObject([{ step: 1, isSkipped: true }]);
  expectSame((await promote())?.held, ring);
});

test('H4: the record of a step that a member lacked goes out once a header shows that none lacks it', async () => {
  const { ring, steps, serve, step, header, replayed, promote } = scene();
  step();
  header(ring.shown(false));
  await serve();
  await replayed();
  header(ring.shown(false)); // another member lacks it now
  expect(steps).toEqual([]);
  header();
  header();
  expect(steps.map((record) => record.step)).toEqual([1]);
  expect((await promote())?.finished).toBeUndefined();
});

test('H4: promoted before that, it hands the step on as finished and not committed', async () => {
  const { ring, steps, serve, step, header, replayed, promote } = scene();
  step();
  header(ring.shown(false));
  await serve();
  await replayed();
  expect((await promote())?.finished).toMatchObject({ digest: ring.held.digest });
  expect(steps).toEqual([]);
});

test('J6: it asks for a pause from the beginning when it must not be left behind', () => {
  expect(scene().catchUp.requestsPause).toBe(false);
  expect(scene({ mustWait: true }).catchUp.requestsPause).toBe(true);
});

test('J6: it asks for a pause after 16 steps without its replay coming nearer, and stops asking when it has', async () => {
  const { catchUp, step, header, serve, replayed } = scene();
  for (let i = 0; i < 20; i++) {
    step();
    header();
  }
  expect(catchUp.requestsPause).toBe(false); // while blocks are fetched nothing counts
  await serve();
  await replayed();
  expect(catchUp.log.pending).toBe(0);
  step(); // nearest at one step
  for (let i = 0; i < 15; i++) step();
  expect(catchUp.requestsPause).toBe(false);
  step();
  expect(catchUp.requestsPause).toBe(true);
  while (catchUp.log.pending > 0) catchUp.log.dropLast();
  catchUp.logged();
  expect(catchUp.requestsPause).toBe(false);
});

test('J6: it asks for a pause while its log exceeds 64 MiB', () => {
  const { catchUp, ring } = scene();
  const { decision, attempted } = ring.step();
  const half = new Float32Array(8 * 2 ** 20); // 32 MiB; a header's footprint comes on top
  const log = (): void => catchUp.log.stepped(decision, half, { ...factsOf(attempted), ...unmeasured });
  log();
  expect([catchUp.log.bytes > 2 ** 25, catchUp.requestsPause]).toEqual([true, false]);
  log();
  expect(catchUp.requestsPause).toBe(true);
  catchUp.log.dropLast();
  expect(catchUp.requestsPause).toBe(false);
});

test('J2, J5: others may fetch its snapshot until it is replayed over; one that others catch up from is kept', async () => {
  for (const isShared of [false, true]) {
    const { catchUp, ring, serve, step, header, replayed, promote } = scene();
    const { digest, tensors } = ring.held;
    expect(catchUp.offered?.digest).toBe(digest);
    const before = tensors.parameters.slice();
    if (isShared) catchUp.share();
    for (let i = 0; i < 3; i++) {
      step();
      header();
    }
    await serve();
    await replayed();
    expect(catchUp.offered?.digest).toBe(isShared ? digest : undefined);
    const result = await promote();
    expectSame(result?.held, ring);
    expect(result?.snapshot?.digest).toBe(isShared ? digest : undefined);
    if (isShared) expect(result?.snapshot?.tensors.parameters).toEqual(before); // not written to
  }
});

test('once stopped it neither fails nor is promoted', async () => {
  const { catchUp, serve, promote, ready } = scene();
  catchUp.stop('a new run begins');
  await serve();
  expect([catchUp.failed, ready(), await promote()]).toEqual([undefined, 0, undefined]);
});

/** A catch-up from the state that the ring had before its last decision. */
function oneBehind(act: (ring: Donor) => Stepped | RunState) {
  const ring = new Donor();
  const before = ring.held;
  const tensors = shaped();
  copyTrainState(before.tensors, tensors);
  const of = scene({ manifest: manifestOf(before), tensors }, ring);
  const acted = act(ring);
  const attempted = 'attempted' in acted ? acted.attempted : undefined;
  const fetch = (tookPart = true): boolean => {
    const missed: Missed = missedStep(before.state, ring.held.state, tookPart ? attempted : undefined)!;
    return of.catchUp.fetchMissed(missed, ring.held.state, ring.shown(false), [donor]);
  };
  return { ...of, fetch };
}

test('J4: one step behind, it fetches that step’s sum and proves it by the digest; the ring waits meanwhile', async () => {
  const { catchUp, ring, fetch, serve, promote, requests, steps } = oneBehind((of) => of.step());
  await macrotask();
  expect(catchUp.requestsPause).toBe(false);
  expect(fetch()).toBe(true);
  await macrotask();
  expect([catchUp.requestsPause, catchUp.isReady, catchUp.log.pending]).toEqual([true, false, 1]);
  expect(requests.map(({ kind }) => kind)).toEqual(['sum']);
  expect(fetch()).toBe(false); // one at a time
  expect(await promote()).toBeUndefined(); // without the sum it has nothing to promote
  await serve();
  expect([catchUp.requestsPause, catchUp.isReady]).toEqual([false, true]);
  const result = await promote();
  expectSame(result?.held, ring);
  // It took part in the step, so it knows the record, which is committed with the next header.
  expect(result?.finished).toMatchObject({ digest: ring.held.digest, contributions: { [donor]: 8 } });
  expect(steps).toEqual([]);
});

test('J4: no record goes out of a step in which it took no part', async () => {
  const { ring, fetch, serve, promote } = oneBehind((of) => of.step());
  await macrotask();
  expect(fetch(false)).toBe(true);
  await macrotask();
  await serve();
  const result = await promote();
  expectSame(result?.held, ring);
  expect(result?.finished).toBeUndefined();
});

test('J4: a wrong sum, or a sum that no member gives, fails the catch-up', async () => {
  const wrong = oneBehind((ring) => ring.step());
  await macrotask();
  wrong.fetch();
  await macrotask();
  await wrong.serve((payload) => (payload[0] ^= 1));
  await driveFor(wrong.clock, 10);
  expect(wrong.catchUp.failed?.message).toBe('replaying step 1 came to another digest than the ring’s');

  const refused = oneBehind((ring) => ring.step());
  await macrotask();
  refused.fetch();
  await macrotask();
  const { digest } = refused.catchUp;
  refused.catchUp.takeAnswer(donor, { kind: 'refused', digest, why: 'it has none' });
  await macrotask();
  expect(refused.catchUp.failed?.message).toBe(`${donor} refused`);
  expect(await refused.promote()).toBeUndefined();

  const silent = oneBehind((ring) => ring.step());
  await macrotask();
  silent.fetch();
  await driveFor(silent.clock, 5_001);
  expect(silent.catchUp.failed?.message).toContain(`the sum from ${donor}`);
});

test('J4: a decision without a step needs no sum; it is not taken over while a step is open', async () => {
  const { catchUp, ring, fetch, promote, requests } = oneBehind((of) => of.decide());
  await macrotask();
  expect(fetch()).toBe(true);
  await macrotask();
  expect([requests, catchUp.requestsPause]).toEqual([[], false]);
  expectSame((await promote())?.held, ring);

  const open = scene();
  open.step();
  const missed: Missed = { kind: 'decision' };
  expect(open.catchUp.fetchMissed(missed, open.ring.decide(), open.ring.shown(), [donor])).toBe(false);
});
