// A replica measures what its device makes alone beside the run. No bit of the run changes by it, and it ends as soon as
// the replica has something to do.
import { afterEach, expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { realClock, type Clock } from '../../base/clock';
import { hashBlocks } from '../../optim/state/digest';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { createSimdEngine } from '../../model/simd/simd-engine';
import type { Engine } from '../../model/engine';
import { withCalls } from '../../model/with-calls';
import { dilocoOuter, everyStep, type Sync } from '../run/sync';
import type { RunConfig } from '../run/run-config';
import { restMs } from '../member/lone-trials';
import { serialEngine } from '../reduce/serial-engine';
import { testConfig, TestRing, type TestReplica } from './real-ring';

type Create = (model: RunConfig['model'], microBatch: number) => Engine;

let ring: TestRing | undefined;
afterEach(() => ring?.end());

const dropout = { kind: 'dropout', rate: 0.2 } as const;
/** Drop-outs follow the place in the stream. */
const config: RunConfig = {
  ...testConfig,
  model: {
    ...testConfig.model,
    layers: testConfig.model.layers.flatMap((layer, at) => (at === 0 ? [layer, dropout] : [layer])),
  },
  steps: 30,
  evaluateEvery: 10,
};
const diloco: Sync = { kind: 'local', innerSteps: 4, outer: dilocoOuter };
const streaming: Sync = {
  ...{ kind: 'streaming', innerSteps: 8, fragments: 2, pattern: 'strided', delay: 2, mixing: 0.5 },
  outer: dilocoOuter,
};

/** An idle ring has rested at once, unless `rests` takes what is to happen then. */
const hurried = (
  rests: (action: () => void) => void = (action) => void realClock.after(0, action),
): Clock => ({
  ...realClock,
  after(ms, action) {
    if (ms !== restMs) return realClock.after(ms, action);
    let isCancelled = false;
    rests(() => isCancelled || action());
    return () => void (isCancelled = true);
  },
});

/** `isAlone`: undefined: no replica measures. */
function ringOf(
  of: RunConfig,
  isAlone?: (replica: number) => boolean,
  create: Create = createSimdEngine,
  clock = hurried(),
): TestRing {
  const choose = ({ model, microBatch }: RunConfig) =>
    Promise.resolve({ engine: serialEngine(create(model, microBatch)) });
  return (ring = new TestRing(of, undefined, undefined, choose, isAlone, clock));
}

const tried = ({ member }: TestReplica): readonly unknown[] =>
  member.recorder.entries().flatMap(({ kind, fields }) => (kind === 'trained alone' ? [fields] : []));

const haveFigures = (replicas: readonly TestReplica[]): boolean =>
  replicas.every(({ member }) => member.loneTrials.now !== undefined);

/** Two members, paused after three steps for `during`, to the end of the run: what every step came to. */
async function trained(made: TestRing, during: (all: readonly TestReplica[]) => Promise<void>) {
  const all = [made.add(), made.add()];
  await made.until('the lobby', () =>
    all.every(({ member }) => member.phase.kind === 'lobby' && member.membership.view?.members.length === 2),
  );
  for (let step = 1; step <= 3; step++) {
    made.submit({ kind: 'step' });
    await made.until('the pause', () => all.every(({ member, steps }) => member.phase.kind === 'paused' && steps.length === step)); // prettier-ignore
  }
  await during(all);
  made.submit({ kind: 'start' });
  await made.until('the end', () => all.every(({ steps }) => steps.length === made.config.steps));
  const [first, second] = all.map(({ steps }) =>
    steps.map(({ loss, gradientNorm, digest, validation }) => ({ loss, gradientNorm, digest, validation })),
  );
  expect(second).toEqual(first);
  const { parameters } = all[0].member.replica.held!.tensors;
  const seen = { steps: first, parameters: [...parameters] };
  await made.end();
  return seen;
}

const kinds = [
  ['every step', createSimdEngine, everyStep],
  ['every step', createCpuEngine, everyStep],
  ['local steps', createSimdEngine, diloco],
  ['streaming', createSimdEngine, streaming],
] as const;

test.each(casesOf(kinds, ([steps, create]) => steps === 'streaming' || create === createCpuEngine))(
  'no bit of the run changes by the measurement: %s',
  async (_, create, sync) => {
    const of = { ...config, sync };
    const without = await trained(ringOf(of, undefined, create), () => Promise.resolve());
    const measuring = ringOf(of, () => true, create);
    const withTrials = await trained(measuring, async (all) => {
      const before = all.map(({ member }) => {
        const { tensors, digest } = member.replica.held!;
        return { tensors, digest, hashes: hashBlocks(tensors) };
      });
      await measuring.until('figures', () => haveFigures(all));
      for (const [index, { member }] of all.entries()) {
        const { held, ready } = member.replica;
        expect(held!.tensors).toBe(before[index].tensors);
        expect(hashBlocks(held!.tensors)).toEqual(before[index].hashes);
        expect(held!.digest).toBe(before[index].digest);
        await measuring.until('the end of the trial', () => tried(all[index]).length > 0);
        expect(await ready!.engine.readParameters()).toEqual(held!.tensors.parameters);
      }
    });
    expect(withTrials).toEqual(without);
  },
  60_000,
);

test('a guest of a ring that trains has measured its device before it is a member', async () => {
  const made = ringOf({ ...config, steps: 100_000 }, (replica) => replica === 2);
  const all = [made.add(), made.add()];
  await made.until('two members', () => all[0].member.membership.view?.members.length === 2);
  made.submit({ kind: 'start' });
  await made.until('steps', () => all[0].steps.length > 3);
  const guest = made.add();
  let atEntry: unknown;
  guest.member.membership.on('installed', () => (atEntry ??= guest.member.loneTrials.now ?? 'nothing'));
  await made.until('its step', () => guest.steps.some(({ contributions }) => contributions[guest.id] > 0));
  expect(atEntry).toEqual({ perSecond: expect.any(Number) as number, steps: expect.any(Number) as number });
  const { digests } = guest.steps.at(-1)!;
  expect(new Set(Object.values(digests)).size).toBe(1);
  expect(all.map(tried)).toEqual([[], []]);
});

test('replicas that share a device measure nothing; one that learns so too late drops the figure', async () => {
  const looks: number[] = [];
  const made = ringOf(config, (replica) => {
    looks.push(replica);
    return replica === 1 && looks.filter((each) => each === 1).length % 2 === 1;
  });
  const all = [made.add(), made.add()];
  await made.until('a trial', () => tried(all[1]).length > 0);
  expect(tried(all[0])).toEqual([]);
  expect(tried(all[1])[0]).toMatchObject({ isAloneStill: false });
  expect(all.map(({ member }) => member.loneTrials.now)).toEqual([undefined, undefined]);
});

test('it ends when the run starts, and is made up for at the next pause', async () => {
  let began = (): void => undefined;
  const isComputing = new Promise<void>((resolve) => (began = resolve));
  const slow = (model: RunConfig['model'], microBatch: number) => {
    const engine = createCpuEngine(model, microBatch);
    return withCalls(engine, {
      async gradient(...call) {
        began();
        await new Promise((resolve) => setTimeout(resolve, 50));
        return engine.gradient(...call);
      },
    });
  };
  const made = ringOf({ ...config, steps: 4 }, () => true, slow);
  const host = made.add();
  await isComputing;
  expect(host.member.phase.kind).toBe('lobby');
  expect(host.member.replica.device.gradient).toBeUndefined();
  const startedMs = performance.now();
  made.submit({ kind: 'start' });
  await made.until('the first step', () => host.steps.length > 0);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  expect(host.member.loneTrials.now).toBeUndefined();
  await made.until('a figure at the end', () => haveFigures([host]));
  expect(host.steps.length).toBe(4);
});

test('other settings are measured anew', async () => {
  const made = ringOf(config, () => true);
  const host = made.add();
  await made.until('a figure', () => haveFigures([host]));
  made.submit({ kind: 'set-batch', batch: { batchMode: 'fixed', globalBatch: 64, shards: 'equal' } });
  await made.until('the new batch', () => host.member.state?.globalBatch === 64);
  expect(host.member.loneTrials.now).toBeUndefined();
  await made.until('its figure', () => haveFigures([host]));
});

test('nothing is measured before the ring has rested, and what comes begins the rest again', async () => {
  const rests: (() => void)[] = [];
  let isLong = true;
  const clock = hurried((rested) => void (isLong ? rests.push(rested) : realClock.after(0, rested)));
  const made = ringOf(config, () => true, createSimdEngine, clock);
  const host = made.add();
  await made.until('the lobby', () => host.member.phase.kind === 'lobby' && rests.length > 0);
  const inLobby = [...rests];
  made.submit({ kind: 'step' });
  await made.until('the pause', () => host.member.phase.kind === 'paused' && host.steps.length === 1);
  for (const rested of inLobby) rested();
  expect(tried(host)).toEqual([]);
  isLong = false;
  for (const rested of rests) rested();
  await made.until('a figure', () => haveFigures([host]));
});
