// Devices that lie, in rings of whole replicas: known answers keep their numbers out of every sum (E20).
import { inWords } from '../../cli/english/testing/in-words';
import { inEnglish } from '../../cli/english/in-english';
import { say, type Saying, unexpected } from '../../base/sayings';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { realClock, type Clock } from '../../base/clock';
import type { EngineCandidate } from '../../model/check/choose-engine';
import { TrueShapes } from '../../model/check/true-shapes';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { EngineError, type Engine } from '../../model/engine';
import { lyingEngine, type Lie } from '../../model/testing/lying-engine';
import { compile } from '../../model/plan/plan';
import { randomBatch } from '../../model/plan/random-batch';
import type { EngineReport, EngineWish } from '../protocol';
import { PrepareError } from '../../train/context/trainer-options';
import { TestRing, testConfig } from '../../train/testing/real-ring';
import { EngineChooser, enginesOn, type EnginesOf } from './engine-chooser';
import { prepare } from './prepare';
import { FileStore } from '../files/file-store';

const lie: Lie = { op: 'matmul-tn', kind: 'zeros' };
const said =
  /^Bad GPU gives a wrong answer: the result layers\.1\.weight\.grad of matmul-tn: all of it is zero$/;

/** Loops under another name, which lie from the moment that `isLying` says so. */
function gpuThat(isLying: () => boolean): EngineCandidate {
  return {
    backend: 'webgpu',
    create: () => {
      const { model, microBatch } = testConfig;
      const honest: Engine = {
        ...createCpuEngine(model, microBatch),
        backend: 'webgpu',
        device: 'Bad GPU',
        destroy: () => {},
      };
      const lying = lyingEngine(honest, lie);
      return Promise.resolve({
        ...honest,
        runCalls: (trials) => (isLying() ? lying : honest).runCalls(trials),
        gradient: (...call) => (isLying() ? lying : honest).gradient(...call),
      });
    },
  };
}

/** The time of the choosers: only the gradients of slow engines take time, so a busy machine does not choose. */
let nowMs = 0;
const clock: Clock = { ...realClock, now: () => nowMs };

/** A gradient takes a second of that clock. */
const slow = (candidate: EngineCandidate): EngineCandidate => ({
  ...candidate,
  async create() {
    const engine = await candidate.create();
    return {
      ...engine,
      gradient(...call) {
        nowMs += 1_000;
        return engine.gradient(...call);
      },
    };
  },
});

const thisThread: EnginesOf = enginesOn({ replicas: 1, spawn: undefined });
/** An engine as where there is no SIMD. */
const loops = (config: Parameters<EnginesOf>[0]): ReturnType<EnginesOf> =>
  thisThread(config, 'cpu')
    .filter(({ backend }) => backend === 'cpu')
    .map((candidate) => ({ ...candidate, isLastResort: false }));

/** The same engines; `note` is told of each that is created. */
const noting =
  (note: (backend: Engine['backend']) => void, enginesOf: EnginesOf): EnginesOf =>
  (config, wish) =>
    enginesOf(config, wish).map((candidate) => ({
      ...candidate,
      create() {
        note(candidate.backend);
        return candidate.create();
      },
    }));

let ring: TestRing | undefined;
afterEach(() => ring?.end());

/** A ring of three; the last has these engines, and `warnings` are what it says. */
function ringWith(enginesOf: EnginesOf, steps = 20): { ring: TestRing; warnings: string[] } {
  const warnings: string[] = [];
  const choosers = [0, 1, 2].map((index) =>
    index < 2
      ? new EngineChooser('cpu', realClock, loops, () => {})
      : new EngineChooser('auto', clock, enginesOf, (why) => warnings.push(inEnglish(why))),
  );
  const store = new FileStore();
  ring = new TestRing({ ...testConfig, steps }, undefined, undefined, (config, index) =>
    prepare(config, store, choosers[index]),
  );
  for (let i = 0; i < 3; i++) ring.add();
  return { ring, warnings };
}

test('a device that lies and has no other engine is left out in words, and the others train', async () => {
  const { ring, warnings } = ringWith(() => [gpuThat(() => true)]);
  const [host, other, bad] = ring.replicas;
  await ring.until('the device is refused', () => bad.member.phase.kind === 'failed');
  expect(bad.member.phase).toMatchObject({
    kind: 'failed',
    error: { code: 'wrong-answers', says: inWords(expect.stringMatching(said)) },
  });
  expect(warnings).toEqual([expect.stringMatching(said)]);
  await ring.until('two members', () => host.member.membership.view?.members.length === 2);
  ring.submit({ kind: 'start' });
  await ring.until('all steps', () => [host, other].every(({ steps }) => steps.length === 20));
  expect(host.steps.every(({ contributions }) => !(bad.id in contributions))).toBe(true);
  expect(host.steps.at(-1)!.digest).toBe(other.steps.at(-1)!.digest);
});

test('a device that lies and has another engine trains on that one', async () => {
  const { ring, warnings } = ringWith((config) => [gpuThat(() => true), ...loops(config)]);
  const [host, , saved] = ring.replicas;
  await ring.until('three members', () => host.member.membership.view?.members.length === 3);
  ring.submit({ kind: 'start' });
  await ring.until('all steps', () => ring.replicas.every(({ steps }) => steps.length === 20));
  expect(warnings).toEqual([expect.stringMatching(said)]);
  const { report, engine } = saved.member.replica.ready!;
  expect(engine.backend).toBe('cpu');
  expect(report).toMatchObject({ wish: 'auto', chosen: 'cpu' });
  expect(report!.trials.map(({ backend, why }) => [backend, why?.english])).toEqual([
    ['cpu', undefined],
    ['webgpu', expect.stringMatching(said)],
  ]);
  expect(host.steps.at(-1)!.contributions[saved.id]).toBeGreaterThan(0);
  expect(new Set(ring.replicas.map(({ steps }) => steps.at(-1)!.digest)).size).toBe(1);
});

/** A ring of three trains; the last on this device, until `fault` strikes it. Then it goes on with its other engine, and all
 *  hold the same. */
async function changesEngine(
  gpu: EngineCandidate,
  fault: () => void,
): Promise<{ readonly bad: TestRing['replicas'][number]; readonly warnings: readonly string[] }> {
  const { ring, warnings } = ringWith((config) => [gpu, ...loops(config).map(slow)], 100_000);
  const [host, , bad] = ring.replicas;
  const backend = (): string | undefined => bad.member.replica.ready?.engine.backend;
  await ring.until('three members', () => host.member.membership.view?.members.length === 3);
  expect(backend()).toBe('webgpu');
  ring.submit({ kind: 'start' });
  await ring.until('some steps', () => host.steps.length > 10);
  expect(warnings).toEqual([]);
  fault();
  await ring.until('the other engine', () => backend() === 'cpu');
  const { length } = host.steps;
  const helps = (): boolean => (host.steps.at(-1)!.contributions[bad.id] ?? 0) > 0;
  await ring.until('more steps with it', () => host.steps.length > length + 10 && helps());
  const last = Math.min(...ring.replicas.map(({ steps }) => steps.at(-1)!.step));
  const digests = ring.replicas.map(({ steps }) => steps.find(({ step }) => step === last)!.digest);
  expect(new Set(digests).size).toBe(1);
  return { bad, warnings };
}

test('a device that begins to lie while it trains is found within its checks, and changes its engine', async () => {
  let isLying = false;
  const { bad, warnings } = await changesEngine(
    gpuThat(() => isLying),
    () => {
      isLying = true;
      nowMs += 31_000;
    },
  );
  expect(warnings).toEqual([expect.stringMatching(said)]);
  expect(bad.notices).toContainEqual(
    expect.stringMatching(/^the device failed: Bad GPU gives a wrong answer: .+; starting it again$/),
  );
});

test('E20: a device that is lost and lies when it comes back is asked again, and its replica changes its engine', async () => {
  const asked: string[] = [];
  let made = 0;
  let isLost = false;
  const honest = gpuThat(() => false);
  const lying = gpuThat(() => true);
  const gpu: EngineCandidate = {
    backend: 'webgpu',
    async create() {
      const nth = ++made;
      const engine = await (nth === 1 ? honest : lying).create();
      return {
        ...engine,
        runCalls(trials) {
          asked.push(`answers of device ${nth}`);
          return engine.runCalls(trials);
        },
        gradient(...call) {
          if (nth > 1) asked.push(`a gradient of device ${nth}`);
          else if (isLost) return Promise.reject(new EngineError('device-lost', 'the device was lost'));
          return engine.gradient(...call);
        },
      };
    },
  };
  const { bad, warnings } = await changesEngine(gpu, () => (isLost = true));
  expect(asked).toEqual(['answers of device 1', 'answers of device 2']);
  expect(warnings).toEqual([expect.stringMatching(said)]);
  expect(bad.notices).toContain('the device failed: the device was lost; starting it again');
});

test('E20: a check at true shapes that fails by itself is reported in words, and the engine trains on', async () => {
  const failing = vi.spyOn(TrueShapes.prototype, 'reference').mockRejectedValue(new RangeError('no memory'));
  const said: Saying[] = [];
  const chooser = new EngineChooser(
    'auto',
    realClock,
    () => [gpuThat(() => false)],
    (why) => said.push(why),
  );
  try {
    const { watch } = await chooser.choose(testConfig);
    for (let look = 0; look < 5; look++)
      expect(await watch!.look()).toEqual({ wrong: undefined, needsParameters: false });
    expect(failing).toHaveBeenCalledOnce();
    expect(said).toEqual([say('check-not-done', { detail: unexpected('no memory') })]);
  } finally {
    failing.mockRestore();
  }
});

test('a wish for one engine leaves the others alone', async () => {
  const choose = (wish: 'webgpu' | 'cpu'): Promise<unknown> =>
    new EngineChooser(
      wish,
      realClock,
      (config) => [
        {
          backend: 'webgpu',
          create: () => Promise.reject(new EngineError('no-adapter', 'no adapter here')),
        },
        ...loops(config),
      ],
      () => {},
    ).choose(testConfig);
  await expect(choose('webgpu')).rejects.toMatchObject({ code: 'no-adapter' });
  await expect(choose('cpu')).resolves.toMatchObject({ report: { wish: 'cpu', chosen: 'cpu' } });
});

test('an engine is measured once for a model, however often the run changes', async () => {
  const created: string[] = [];
  const counted = noting(
    (backend) => created.push(backend),
    (config) => [gpuThat(() => false), ...loops(config)],
  );
  const chooser = new EngineChooser('auto', realClock, counted, () => {});
  const first = await chooser.choose(testConfig);
  const again = await chooser.choose({ ...testConfig, learningRate: 0.5 });
  expect(created).toHaveLength(3);
  expect(again.report).toBe(first.report);
});

test('an engine that is gone after a device loss is replaced by the other', async () => {
  let isGone = false;
  const gpu = gpuThat(() => false);
  const enginesOf: EnginesOf = (config) => [
    {
      backend: 'webgpu',
      create: () => (isGone ? Promise.reject(new EngineError('no-adapter', 'it is gone')) : gpu.create()),
    },
    ...loops(config).map(slow),
  ];
  const chooser = new EngineChooser('auto', clock, enginesOf, () => {});
  expect((await chooser.choose(testConfig)).report!.chosen).toBe('webgpu');
  isGone = true;
  const { report } = await chooser.choose(testConfig);
  expect(report!.trials.map(({ backend, why }) => [backend, why?.english])).toEqual([
    ['cpu', undefined],
    ['webgpu', 'it is gone'],
  ]);
});

test('prepare: no engine answers right: the phase that ends the replica names the op', async () => {
  const chooser = new EngineChooser(
    'auto',
    realClock,
    () => [gpuThat(() => true)],
    () => {},
  );
  const failed = prepare(testConfig, new FileStore(), chooser);
  await expect(failed).rejects.toBeInstanceOf(PrepareError);
  await expect(failed).rejects.toMatchObject({ phase: { kind: 'failed', error: { code: 'wrong-answers' } } });
});

describe('an earlier visit', () => {
  const measured: EngineReport = {
    ...{ wish: 'auto', chosen: 'cpu', isFromEarlierVisit: true },
    trials: [
      { backend: 'cpu', device: 'CPU (plain loops)', gradientMs: 1, why: undefined },
      { backend: 'webgpu', device: 'Bad GPU', gradientMs: 9, why: undefined },
    ],
  };

  function visited(
    recalled: EngineReport | undefined,
    wish: EngineWish = 'auto',
    isLying = (): boolean => false,
  ) {
    const seen: string[] = [];
    const memory = {
      recall: () => Promise.resolve(recalled),
      remember: (_: string, { chosen }: EngineReport) =>
        Promise.resolve(void seen.push(`remember ${chosen}`)),
      forget: () => Promise.resolve(void seen.push('forget')),
    };
    const counted = noting(
      (backend) => seen.push(`create ${backend}`),
      (config) => [gpuThat(isLying), ...loops(config).map(slow)],
    );
    const warnings: string[] = [];
    const chooser = new EngineChooser(wish, clock, counted, (why) => warnings.push(inEnglish(why)), memory);
    return { seen, warnings, chooser };
  }

  test('the first visit measures, and is remembered', async () => {
    const { seen, chooser } = visited(undefined);
    const { report } = await chooser.choose(testConfig);
    expect(report).not.toHaveProperty('isFromEarlierVisit');
    // A gradient that takes no time leaves the loops hopeless.
    expect(seen).toEqual(['create webgpu', 'remember webgpu']);
  });

  test('the next takes that engine, after its known answers, and measures nothing', async () => {
    const { seen, chooser } = visited(measured);
    expect((await chooser.choose(testConfig)).report).toBe(measured);
    expect(seen).toEqual(['create cpu']);
  });

  test('E20: an engine that is now wrong is forgotten, and not taken', async () => {
    const { seen, warnings, chooser } = visited(
      { ...measured, chosen: 'webgpu', trials: [...measured.trials].reverse() },
      'auto',
      () => true,
    );
    const { report, engine } = await chooser.choose(testConfig);
    expect(engine.backend).toBe('cpu');
    expect(report).not.toHaveProperty('isFromEarlierVisit');
    expect(seen).toEqual(['create webgpu', 'forget', 'create cpu']);
    expect(warnings).toEqual([expect.stringMatching(said)]);
  });

  test('an engine that this device no longer has is forgotten', async () => {
    const { seen, chooser } = visited({ ...measured, chosen: 'simd' });
    await chooser.choose(testConfig);
    expect(seen).toEqual(['forget', 'create webgpu', 'remember webgpu']);
  });

  test('a wish is not asked of the memory, and not kept', async () => {
    const { seen, chooser } = visited(measured, 'webgpu');
    expect((await chooser.choose(testConfig)).report!.chosen).toBe('webgpu');
    expect(seen).toEqual(['create webgpu']);
  });

  test('an engine that is slower now than the other was is forgotten for the next visit', async () => {
    const { seen, chooser } = visited(measured);
    const { engine } = await chooser.choose(testConfig);
    const buckets = [{ index: 0, start: 0, end: engine.parameterCount }];
    const into = new Float32Array(engine.parameterCount);
    const batch = randomBatch(
      compile(testConfig.model, engine.microBatch),
      'earlier visit',
      1,
      engine.microBatch,
    );
    engine.setParameters(engine.initialParameters(1));
    for (let step = 0; step < 25; step++)
      await engine.gradient([batch], buckets, into, () => {}, { overlap: false });
    expect(seen).toEqual(['create cpu', 'forget']);
  });
});
