import { describe, expect, test } from 'vitest';
import type { MemberId, View } from '../../membership/view';
import { decide as decideAfter } from './decide';
import type { HeaderRecord } from '../header/header-record';
import type { HostCommand } from '../commands/host-command';
import { afterStep } from './plan-step';
import { noRateHealth } from '../run/rate-health';
import { newRun, type RunState, type StepPlan } from '../run/run-state';
import { testConfig } from '../testing/real-ring';
import type { Decision } from './decision';

type Asked = [
  view: View,
  records: readonly HeaderRecord[],
  state: RunState | undefined,
  commands: Parameters<typeof decideAfter>[2],
];

const ids: readonly MemberId[] = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(16));
const viewOf = (size: number): View => ({
  lineage: '01234567',
  generation: 3,
  members: ids.slice(0, size),
  ring: Array.from({ length: size }, (_, rank) => rank),
});
const digest = (n: number): string => n.toString(16).padStart(16, '0');

function record(change: Partial<HeaderRecord> = {}): HeaderRecord {
  const split = { computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0, wallMs: 0 };
  return {
    status: 'current',
    withheld: 'none',
    accused: undefined,
    termsPerSecond: 0,
    progress: 0,
    requestsPause: false,
    version: 5,
    digest: digest(1),
    contribution: 8,
    firstCommand: digest(0),
    last: {
      ...{ step: 0, count: 0, lossSum: 0, score: 0, gradientSquared: 0, bytesSent: 0, bytesReceived: 0 },
      isSkipped: false,
      split,
      waitedForRank: -1,
    },
    validation: { step: 0, lossSum: 0, score: 0, count: 0 },
    candidates: [],
    edgeMs: 0,
    flightsMs: [],
    machineMates: 0,
    requestsReorder: false,
    lacksLink: false,
    givesData: false,
    hasStalled: false,
    own: undefined,
    line: { messageMs: 0, bytesPerSecond: 0, withinBytesPerSecond: 0 },
    ...change,
  };
}

const planFor = (size: number, cursor = 0): StepPlan => ({
  positions: [[cursor, 8 * size]],
  shards: ids.slice(0, size).map((member) => ({ member, count: 8 })),
  learningRate: Math.fround(testConfig.learningRate),
  buckets: testConfig.buckets,
});

function stateOf(change: Partial<RunState> = {}): RunState {
  return {
    ...newRun(testConfig),
    version: 5,
    initialized: true,
    status: 'running',
    plan: planFor(3),
    ...change,
  };
}

const decide = (...[view, records, state, commands]: Asked): Decision =>
  decideAfter({ view, round: 0, records }, state, commands, { hasStepped: true });

const numbered = (...commands: HostCommand[]) => commands.map((command, i) => ({ sequence: i + 1, command }));

function transition(state: RunState, command: HostCommand): RunState {
  const decision = decide(viewOf(1), [record({ firstCommand: digest(1) })], state, numbered(command));
  expect(decision.kind).toBe('transition');
  return (decision as Decision & { kind: 'transition' }).state;
}

test('T1: members behind in version catch up from those that are not', () => {
  const records = [record({ version: 4 }), record(), record({ version: 0, digest: digest(0) })];
  expect(decide(viewOf(3), records, stateOf(), [])).toMatchObject({
    kind: 'catch-up',
    sources: [1],
    targets: [0, 2],
    isDisagreement: false,
  });
});

test('the newest version wins even when fewer of three hold it', () => {
  const records = [record(), record(), record({ version: 6, digest: digest(9) })];
  expect(decide(viewOf(3), records, stateOf(), [])).toMatchObject({ sources: [2], targets: [0, 1] });
});

test('disagreeing digests: the majority of those at the newest version holds', () => {
  const records = [
    record({ digest: digest(2) }),
    record(),
    record(),
    record({ version: 1, digest: digest(3) }),
  ];
  expect(decide(viewOf(4), records, stateOf(), [])).toMatchObject({
    kind: 'catch-up',
    sources: [1, 2],
    targets: [0, 3],
    isDisagreement: true,
    reason: 'digests-disagree',
  });
});

test('without a majority (N = 2, or 2 against 2) the lowest rank holds', () => {
  const two = [record(), record({ digest: digest(2) })];
  expect(decide(viewOf(2), two, stateOf(), [])).toMatchObject({
    sources: [0],
    targets: [1],
    isDisagreement: true,
  });
  const four = [record(), record({ digest: digest(2) }), record({ digest: digest(2) }), record()];
  expect(decide(viewOf(4), four, stateOf(), [])).toMatchObject({ sources: [0, 3], targets: [1, 2] });
});

test('H2, E0: nobody holds a state: found; held but not initialized: initialize', () => {
  const empty = [record({ version: 0, digest: digest(0) }), record({ version: 0, digest: digest(0) })];
  expect(decide(viewOf(2), empty, undefined, []).kind).toBe('create');
  expect(decide(viewOf(1), [record()], stateOf({ initialized: false, status: 'lobby' }), []).kind).toBe(
    'initialize',
  );
});

test('E0: a run that resumes begins with the member that brings it; without that member it does not begin', () => {
  const resumes = { member: ids[1], digest: digest(9) };
  const state = stateOf({ initialized: false, status: 'lobby', plan: null, resumes });
  const of = (size: number): unknown => decide(viewOf(size), Array.from({ length: size }, () => record()), state, []); // prettier-ignore
  expect(of(2)).toMatchObject({ kind: 'initialize', rank: 1 });
  const why = 'the device with the saved run left before the ring had it';
  const { resumes: _, ...rest } = state;
  expect(of(1)).toEqual({
    kind: 'transition',
    state: { ...rest, version: 6, status: 'finished', why },
    reason: why,
  });
});

test('idle in the lobby, paused, finished, diverged', () => {
  for (const status of ['lobby', 'paused', 'finished', 'diverged'] as const)
    expect(decide(viewOf(1), [record()], stateOf({ status }), []).kind).toBe('idle');
});

test('commands are applied in order, only when the same comes first for all, and once', () => {
  const commands = numbered(
    { kind: 'pause' },
    { kind: 'set-learning-rate', learningRate: 0.5 },
    { kind: 'stop' },
  );
  const firstIs = (n: number) => record({ firstCommand: digest(n) });
  const same = [firstIs(1), firstIs(1)];
  expect(decide(viewOf(2), same, stateOf(), commands)).toMatchObject({
    kind: 'transition',
    state: { version: 6, status: 'paused', learningRate: stateOf().learningRate, appliedCommand: 1 },
  });
  const twoTabs = [commands[0], { ...commands[1], sequence: 1 }, commands[2]];
  expect(decide(viewOf(2), same, stateOf(), twoTabs)).toMatchObject({
    kind: 'transition',
    state: { version: 6, status: 'paused', learningRate: 0.5, appliedCommand: 1 },
  });
  expect(decide(viewOf(2), [firstIs(1), firstIs(2)], stateOf(), commands).kind).toBe('step');
  const applied = stateOf({ appliedCommand: 3 });
  expect(decide(viewOf(2), same, applied, commands).kind).toBe('step');
});

test('H11: each command does what it says', () => {
  expect(transition(stateOf({ status: 'lobby' }), { kind: 'start' }).status).toBe('running');
  expect(transition(stateOf({ status: 'paused', why: 'x' }), { kind: 'start' })).toMatchObject({
    status: 'running',
    why: '',
  });
  for (const status of ['finished', 'diverged'] as const)
    expect(transition(stateOf({ status }), { kind: 'start' }).status).toBe(status);
  expect(transition(stateOf({ status: 'lobby' }), { kind: 'pause' }).status).toBe('lobby');
  expect(transition(stateOf(), { kind: 'stop' })).toMatchObject({ status: 'finished', plan: null });
  const buckets = { ...testConfig.buckets, mode: 'single' as const };
  expect(transition(stateOf(), { kind: 'set-buckets', buckets }).buckets.mode).toBe('single');
  const network = { everyEdge: { bitsPerSecond: 5e6, delayMs: 40, jitterMs: 0, loss: 0 }, edges: [] };
  expect(transition(stateOf(), { kind: 'set-network', network }).network).toEqual(network);
  expect(transition(stateOf(), { kind: 'kick', peer: ids[1] }).kicked).toEqual([ids[1]]);
  const two = stateOf({ kicked: [ids[3], ids[4]] });
  expect(transition(two, { kind: 'let-in', peer: ids[3] }).kicked).toEqual([ids[4]]);
  expect(transition(two, { kind: 'let-in', peer: ids[1] }).kicked).toEqual([ids[3], ids[4]]);
  const config = { ...testConfig, seed: 99 };
  expect(
    transition(stateOf({ run: 4, step: 9, kicked: [ids[4]], network }), { kind: 'configure', config }),
  ).toMatchObject({
    run: 5,
    step: 0,
    version: 6,
    initialized: false,
    status: 'lobby',
    plan: null,
    config: { seed: 99 },
    kicked: [ids[4]],
    network,
    appliedCommand: 1,
  });
});

test('S19: a step command runs a run that waits until one more step is finished, and other commands take that back', () => {
  for (const status of ['lobby', 'paused', 'running'] as const)
    expect(transition(stateOf({ status, step: 4 }), { kind: 'step' })).toMatchObject({
      status: 'running',
      pausesAfter: 5,
    });
  for (const status of ['finished', 'diverged'] as const)
    expect(transition(stateOf({ status }), { kind: 'step' })).toEqual(stateOf({ status, version: 6, appliedCommand: 1 })); // prettier-ignore
  const stepping = stateOf({ pausesAfter: 1 });
  const others: HostCommand[] = [
    { kind: 'start' },
    { kind: 'pause' },
    { kind: 'stop' },
    { kind: 'configure', config: testConfig },
  ];
  for (const command of others) expect(transition(stepping, command)).not.toHaveProperty('pausesAfter');
});

test('H15: whoever takes hosting over is the host, also after another', () => {
  const [heir, other] = ['h'.repeat(43), 'o'.repeat(43)];
  const before = stateOf({ status: 'lobby', room: { trusted: [{ member: ids[0], examples: 3 }] } });
  const after = transition(before, { kind: 'take-over', host: heir });
  expect(after.room).toEqual({ ...before.room, host: heir });
  const later = transition({ ...after, version: 5, appliedCommand: 0 }, { kind: 'take-over', host: other });
  expect(later.room?.host).toBe(other);
});

test('a newcomer is admitted only when every member is linked with it', () => {
  const all = [record({ candidates: [ids[3], ids[4]] }), record({ candidates: [ids[4]] })];
  expect(decide(viewOf(2), all, stateOf(), [])).toMatchObject({
    kind: 'change-view',
    add: [ids[4]],
    remove: [],
  });
  const one = [record({ candidates: [ids[3]] }), record()];
  expect(decide(viewOf(2), one, stateOf(), []).kind).toBe('step');
  const kicked = [record({ candidates: [ids[3]] }), record({ candidates: [ids[3]] })];
  expect(decide(viewOf(2), kicked, stateOf({ kicked: [ids[3]] }), []).kind).toBe('step');
  // A member cannot be its own newcomer.
  const self = [record({ candidates: [ids[1]] }), record({ candidates: [ids[1]] })];
  expect(decide(viewOf(2), self, stateOf(), []).kind).toBe('step');
});

test('H6: in a run that goes on, nobody is admitted before the view has finished a step', () => {
  const records = [record({ candidates: [ids[3]] }), record({ candidates: [ids[3]] })];
  const kindOf = (hasStepped: boolean, change: Partial<RunState> = {}): string =>
    decideAfter({ view: viewOf(2), round: 0, records }, stateOf({ plan: planFor(2), ...change }), [], {
      hasStepped,
    }).kind;
  expect(kindOf(false)).toBe('step');
  expect(kindOf(true)).toBe('change-view');
  expect(kindOf(false, { status: 'paused' })).toBe('change-view');
  expect(kindOf(false, { kicked: [ids[1]] })).toBe('change-view');
});

test('newcomers are admitted while nothing runs, too', () => {
  const decision = decide(viewOf(1), [record({ candidates: [ids[4]] })], stateOf({ status: 'lobby' }), []);
  expect(decision.kind).toBe('change-view');
});

test('a kicked member is removed', () => {
  const records = [record(), record(), record()];
  expect(decide(viewOf(3), records, stateOf({ kicked: [ids[1]] }), [])).toMatchObject({
    kind: 'change-view',
    add: [],
    remove: [ids[1]],
  });
});

test('a step sums what its members contribute, and plans the next one after it', () => {
  const records = [record(), record(), record({ contribution: 0 })];
  expect(decide(viewOf(3), records, stateOf({ plan: planFor(3, 40), cursor: 40 }), [])).toMatchObject({
    kind: 'step',
    totalCount: 16,
    contributions: { [ids[0]]: 8, [ids[1]]: 8, [ids[2]]: 0 },
    plan: planFor(3, 40),
    next: { plan: { positions: [[56, 24]] } },
    stream: { cursor: 64, redo: [[56, 8]] },
  });
});

test('S14, S16: the accused counts 0 in the step; accused again for it, it goes; old offences are forgiven', () => {
  const accusing = [record(), record(), record({ accused: ids[1] })]; // by its ring successor
  const once = decide(viewOf(3), accusing, stateOf({ step: 60 }), []);
  expect(once).toMatchObject({
    kind: 'transition',
    offenders: [{ member: ids[1], by: ids[2], isEvicted: false }],
    state: { version: 6, excluded: [ids[1]], offences: [{ member: ids[1], step: 61 }], kicked: [] },
  });
  const { state } = once as Decision & { kind: 'transition' };
  const step = decide(viewOf(3), [record(), record(), record()], state, []) as Decision & { kind: 'step' };
  expect(step).toMatchObject({ totalCount: 16, contributions: { [ids[1]]: 0 }, stream: { redo: [[8, 8]] } });
  expect(afterStep(state, step, false).excluded).toEqual([]);
  expect(decide(viewOf(3), accusing, state, [])).toMatchObject({
    offenders: [{ member: ids[1], isEvicted: true }],
    state: { kicked: [ids[1]] },
  });
  const before = (...steps: number[]) =>
    decide(
      viewOf(3),
      accusing,
      stateOf({ step: 60, offences: steps.map((s) => ({ member: ids[1], step: s })) }),
      [],
    );
  expect(before(11, 30)).toMatchObject({ offenders: [{ isEvicted: false }] });
  expect(before(12, 30)).toMatchObject({ offenders: [{ isEvicted: true }] });
  // Only who gets its sums can tell.
  const slander = [record({ accused: ids[1] }), record(), record()];
  expect(decide(viewOf(3), slander, stateOf(), []).kind).toBe('step');
  // Nobody accuses itself, nor one that is not here.
  const idle = [record({ accused: ids[0] }), record({ accused: ids[4] }), record()];
  expect(decide(viewOf(3), idle, stateOf(), []).kind).toBe('step');
});

test('S15, S16: who claims another part than its shard counts 0 and is named; of the third such step it goes', () => {
  const claims = (claimed: number, change: Partial<RunState> = {}, of: Partial<HeaderRecord> = {}) =>
    decide(viewOf(3), [record(), record({ contribution: claimed, ...of }), record()], stateOf(change), []);
  for (const claimed of [1, 7, 9, 1_000_000]) {
    const decision = claims(claimed);
    expect(decision).toMatchObject({
      kind: 'transition',
      offenders: [{ member: ids[1], claimed, planned: 8, isEvicted: false }],
      state: { version: 6, excluded: [ids[1]], offences: [{ member: ids[1], step: 1 }], kicked: [] },
    });
    // It may go on claiming: in this step it counts 0 already.
    expect(claims(claimed, (decision as Decision & { kind: 'transition' }).state)).toMatchObject({
      kind: 'step',
      totalCount: 16,
      contributions: { [ids[1]]: 0 },
    });
  }
  for (const honest of [0, 8]) expect(claims(honest).kind).toBe('step');
  const offences = [1, 2].map((step) => ({ member: ids[1], step }));
  expect(claims(9, { step: 2, offences })).toMatchObject({
    offenders: [{ isEvicted: true }],
    state: { kicked: [ids[1]] },
  });
  // No shard, no part: a newcomer, and one left out.
  expect(claims(8, { plan: planFor(1) })).toMatchObject({ offenders: [{ planned: 0 }, { planned: 0 }] });
  // Nothing is claimed where nothing is summed, nor by a member that catches up.
  expect(claims(9, { status: 'paused' }).kind).toBe('idle');
  expect(claims(9, {}, { status: 'catching-up' }).kind).toBe('step');
});

test('S15a, S17: with local steps a member may give the beginning of its shard, in whole examples', () => {
  const sync = { kind: 'local', innerSteps: 2, outer: { kind: 'average' } } as const;
  const claims = (contribution: number, change: Partial<RunState> = {}) =>
    decide(viewOf(3), [record(), record({ contribution }), record()], stateOf({ sync, ...change }), []);
  for (const given of [0, 1, 7, 8])
    expect(claims(given)).toMatchObject({ kind: 'step', totalCount: 16 + given, contributions: { [ids[1]]: given } }); // prettier-ignore
  expect(claims(9)).toMatchObject({ offenders: [{ claimed: 9, planned: 8 }] });
  expect(claims(4)).toMatchObject({ stream: { redo: [[12, 4]] } });
  const text = { ...testConfig, data: { kind: 'stories', examples: 64, context: 5 } } as const;
  expect(claims(7, { config: text })).toMatchObject({ offenders: [{}, { claimed: 7 }, {}] });
});

test('S11: a shard of windows of text has as many terms an example as a window positions', () => {
  const data = { kind: 'stories', examples: 64, context: 5 } as const;
  const config = { ...testConfig, data };
  const records = [record({ contribution: 40 }), record({ contribution: 40 }), record({ contribution: 8 })];
  expect(decide(viewOf(3), records, stateOf({ config }), [])).toMatchObject({
    offenders: [{ member: ids[2], claimed: 8, planned: 40 }],
  });
});

test('J1: the contribution that a member announces while it catches up does not count', () => {
  const records = [record(), record({ status: 'catching-up', contribution: 1_000 }), record()];
  expect(decide(viewOf(3), records, stateOf(), [])).toMatchObject({
    kind: 'step',
    totalCount: 16,
    contributions: { [ids[0]]: 8, [ids[1]]: 0, [ids[2]]: 8 },
  });
});

test('no plan, or nobody with examples: the step is planned again from the cursor', () => {
  const decision = decide(viewOf(2), [record(), record()], stateOf({ plan: null, cursor: 16 }), []);
  expect(decision).toMatchObject({ kind: 'transition', state: { version: 6, plan: planFor(2, 16) } });
  const nobody = [record({ contribution: 0 }), record({ contribution: 0 })];
  expect(decide(viewOf(2), nobody, stateOf({ cursor: 32 }), [])).toMatchObject({
    kind: 'transition',
    reason: 'nobody left has examples of this step',
    state: { version: 6, plan: planFor(2, 32) },
  });
});

test('after the last step nothing is planned', () => {
  const state = stateOf({ step: testConfig.steps - 1 });
  expect(decide(viewOf(1), [record()], state, [])).toMatchObject({ kind: 'step', next: null });
});

test('a new learning rate and new buckets reach the step after the planned one', () => {
  const buckets = { ...testConfig.buckets, mode: 'per-tensor' as const };
  const decision = decide(viewOf(1), [record()], stateOf({ learningRate: 0.25, buckets }), []);
  expect(decision).toMatchObject({
    kind: 'step',
    plan: { learningRate: Math.fround(testConfig.learningRate), buckets: testConfig.buckets },
    next: { plan: { learningRate: 0.25, buckets } },
  });
});

const stepDecision = (next: StepPlan | null = planFor(3, 24)): Decision & { kind: 'step' } => ({
  kind: 'step',
  plan: planFor(3),
  next: next && {
    plan: next,
    batchWarmup: { factor: 1, stepsLeft: 0, target: 1 },
    buckets: testConfig.buckets,
    ...{ apportionedAt: 1, slow: [], suspended: [] },
  },
  contributions: { [ids[0]]: 8, [ids[1]]: 8, [ids[2]]: 4 },
  totalCount: 20,
  path: 'ring',
  stream: { cursor: 24, redo: [], withheld: [], forgotten: 0 },
  rateHealth: noRateHealth,
  usualNorms: [],
  best: undefined,
  reason: '',
});

test('afterStep counts the step, the examples and the cursor', () => {
  expect(afterStep(stateOf({ step: 4, examples: 100, skipsInARow: 2 }), stepDecision(), false)).toMatchObject(
    {
      version: 6,
      step: 5,
      examples: 120,
      cursor: 24,
      skipsInARow: 0,
      status: 'running',
      plan: planFor(3, 24),
    },
  );
  const long = stateOf({ config: { ...testConfig, steps: 2000 } });
  expect(afterStep(long, stepDecision(null), false)).toMatchObject({
    status: 'finished',
    plan: null,
    why: 'all 2,000 steps are done',
  });
});

test('S19: the step that was asked for leaves the run paused with its next plan, skipped or not; the last one finishes it', () => {
  for (const isSkipped of [false, true]) {
    const after = afterStep(stateOf({ step: 4, pausesAfter: 5 }), stepDecision(), isSkipped);
    expect(after).toMatchObject({ step: 5, status: 'paused', plan: planFor(3, 24) });
    expect(after).not.toHaveProperty('pausesAfter');
  }
  expect(afterStep(stateOf({ step: 3, pausesAfter: 5 }), stepDecision(), false)).toMatchObject({ step: 4, status: 'running', pausesAfter: 5 }); // prettier-ignore
  const last = afterStep(stateOf({ step: 4, pausesAfter: 5 }), stepDecision(null), false);
  expect(last.status).toBe('finished');
  const third = afterStep(stateOf({ step: 4, pausesAfter: 5, skipsInARow: 2 }), stepDecision(), true);
  expect(third.status).toBe('diverged');
  for (const state of [last, third]) expect(state).not.toHaveProperty('pausesAfter');
});

test('skipped steps count no examples; three in a row are a divergence', () => {
  const one = afterStep(stateOf({ examples: 100 }), stepDecision(), true);
  expect(one).toMatchObject({ step: 1, examples: 100, skipsInARow: 1, status: 'running' });
  const two = afterStep(one, stepDecision(), true);
  expect(two).toMatchObject({ skipsInARow: 2, status: 'running' });
  const three = afterStep(two, stepDecision(), true);
  expect(three).toMatchObject({ skipsInARow: 3, status: 'diverged', plan: null });
  expect(three.why).toContain('lower learning rate');
  expect(afterStep(two, stepDecision(), false)).toMatchObject({ skipsInARow: 0, status: 'running' });
});

describe('E11: the learning rate of a planned step', () => {
  const config = {
    ...testConfig,
    steps: 100,
    schedule: { kind: 'cosine', warmupSteps: 4, finalFraction: 0 },
    scaling: { rule: 'linear', referenceBatch: 8, rewarmSteps: 4 },
  } as const;

  /** Rates of steps 1 …, in rings of these sizes. */
  function rates(sizes: readonly number[]): number[] {
    let state = stateOf({ config, plan: null });
    const first = decide(
      viewOf(sizes[0]),
      sizes.slice(0, 1).map(() => record()),
      state,
      [],
    );
    state = (first as Decision & { kind: 'transition' }).state;
    return sizes.map((size) => {
      const rate = state.plan!.learningRate / testConfig.learningRate;
      const records = ids
        .slice(0, size)
        .map((id) =>
          record({ contribution: state.plan!.shards.find((one) => one.member === id)?.count ?? 0 }),
        );
      state = afterStep(
        state,
        decide(viewOf(size), records, state, []) as Decision & { kind: 'step' },
        false,
      );
      return rate;
    });
  }

  test('warms up, follows the ring’s growth over some steps, its shrinking at once, and falls to nothing', () => {
    const sizes = [...Array<number>(10).fill(1), ...Array<number>(20).fill(3), ...Array<number>(70).fill(2)];
    const seen = rates(sizes);
    expect(seen.slice(0, 4)).toEqual([0.25, 0.5, 0.75, 1].map((x) => expect.closeTo(x, 5)));
    // The plan is made one step ahead: the ring of three is first planned for at step 12.
    const growth = seen.slice(10, 16).map((rate, i) => rate / seen[9] / (1 - 0.004 * i));
    expect(growth.map((x) => Math.round(x * 2) / 2)).toEqual([1, 1.5, 2, 2.5, 3, 3]);
    expect(seen[31] / seen[29]).toBeCloseTo(2 / 3, 1);
    expect(seen[99]).toBeLessThan(1e-3);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
  });
});

test('M11: rank 0, and nobody else, asks for another ring order; not while a member catches up', () => {
  const asks = record({ requestsReorder: true, edgeMs: 80 });
  const kindOf = (records: HeaderRecord[], state = stateOf()) => decide(viewOf(3), records, state, []).kind;
  expect(kindOf([asks, record(), record()])).toBe('reorder-ring');
  expect(kindOf([record(), asks, asks])).toBe('step');
  expect(kindOf([asks, record(), record({ status: 'catching-up' })])).toBe('step');
  expect(kindOf([asks, record(), record()], stateOf({ status: 'paused' }))).toBe('idle');
});

test('C12: one member that lacks a link, and no sum of the step needs a full mesh', () => {
  const plan = { ...planFor(3), buckets: { ...testConfig.buckets, gatherBytes: 61_440 } };
  const step = (...lacks: boolean[]) => decide(viewOf(3), lacks.map((lacksLink) => record({ lacksLink })), stateOf({ step: 60, plan }), []); // prettier-ignore
  expect(step(false, false, false)).toMatchObject({ kind: 'step', path: 'gathered' });
  expect(step(false, true, false)).toMatchObject({ kind: 'step', path: 'ring' });
});

describe('C18: a sum in which a member stopped', () => {
  const step = (size: number, stalled: number, change: Partial<RunState> = {}, lacksLink = false) => {
    const view = viewOf(size);
    const records = view.members.map((_, rank) =>
      record({ hasStalled: rank < stalled, lacksLink: lacksLink && rank === 0 }),
    );
    const state = stateOf({ plan: planFor(size), ...change });
    return decideAfter({ view, round: 0, records }, state, [], { hasStepped: true, hasReordered: true });
  };

  test('is gathered where two of four say so, whatever topology and codec, and where all have links', () => {
    expect(step(4, 2)).toMatchObject({ kind: 'step', path: 'gathered' });
    const buckets = { ...testConfig.buckets, topology: 'tree', codec: { kind: 'int8' } } as const;
    expect(step(4, 3, { plan: { ...planFor(4), buckets } })).toMatchObject({ path: 'gathered' });
    expect(step(4, 1)).toMatchObject({ path: 'ring' });
    expect(step(3, 3)).toMatchObject({ path: 'ring' });
    expect(step(4, 2, {}, true)).toMatchObject({ path: 'ring' });
  });

  test('C18b: whom one member alone accuses adds nothing to it; whom two accuse does', () => {
    const [a, b, , d] = ids;
    const accused = (...by: MemberId[]) => by.map((one) => ({ member: d, step: 0, by: one }));
    const contributions = { [a]: 8, [b]: 8, [ids[2]]: 8 };
    const byOne = { offences: accused(b) };
    expect(step(4, 2, byOne)).toMatchObject({ contributions: { ...contributions, [d]: 0 }, totalCount: 24 });
    expect(step(4, 2, { offences: accused(a, b) })).toMatchObject({
      contributions: { ...contributions, [d]: 8 },
    });
    expect(step(4, 0, byOne)).toMatchObject({ contributions: { ...contributions, [d]: 8 } });
  });
});
