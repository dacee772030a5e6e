// The choice of an engine by measurement, on engines with given speeds and faults.
import { inFull, say } from '../../base/sayings';
import { describe, expect, test, vi } from 'vitest';
import { realClock, type Clock } from '../../base/clock';
import { createCpuEngine } from '../cpu/cpu-engine';
import { EngineError, type Engine } from '../engine';
import { mlpPreset } from '../presets';
import { lyingEngine } from '../testing/lying-engine';
import { chooseEngine, type ChosenEngine, type EngineCandidate } from './choose-engine';
import { waitFor } from '../../base/testing/wait-for';

const spec = mlpPreset([6], 4, [16], 'relu');
const microBatch = 8;

interface Made {
  readonly candidate: EngineCandidate;
  readonly destroyed: () => number;
}

/** Only gradients take time, so a busy machine does not choose. Deadlines are real. */
let nowMs = 0;
const clock: Clock = { ...realClock, now: () => nowMs };

/** An engine whose gradient takes `ms`. */
function engineOf(
  backend: Engine['backend'],
  ms: number,
  change: (engine: Engine) => Engine = (engine) => engine,
  start: () => Promise<void> = () => Promise.resolve(),
): Made {
  const destroy = vi.fn();
  const candidate: EngineCandidate = {
    backend,
    async create() {
      await start();
      const loops = createCpuEngine(spec, microBatch);
      return change({
        ...loops,
        backend,
        device: `${backend} of the test`,
        destroy,
        gradient(batches, buckets, into, onBucket, options) {
          nowMs += ms;
          return loops.gradient(batches, buckets, into, onBucket, options);
        },
      });
    },
  };
  return { candidate, destroyed: () => destroy.mock.calls.length };
}

const refused: string[] = [];
const choose = (...made: readonly Made[]): Promise<ChosenEngine> => {
  refused.length = 0;
  return chooseEngine(
    made.map(({ candidate }) => candidate),
    spec,
    microBatch,
    { wish: 'auto', clock, refuse: (backend, why) => refused.push(`${backend}: ${why}`) },
  );
};

describe('the faster engine is taken, and the other destroyed', () => {
  test.each([
    [2, 60],
    [60, 2],
  ])('webgpu %i ms, cpu %i ms', async (webgpuMs, cpuMs) => {
    const webgpu = engineOf('webgpu', webgpuMs);
    const cpu = engineOf('cpu', cpuMs);
    const { engine, report } = await choose(webgpu, cpu);
    const winner = webgpuMs < cpuMs ? 'webgpu' : 'cpu';
    expect(engine.backend).toBe(winner);
    expect([webgpu.destroyed(), cpu.destroyed()]).toEqual(winner === 'webgpu' ? [0, 1] : [1, 0]);
    expect(report).toMatchObject({ wish: 'auto', chosen: winner });
    expect(report.trials.map(({ backend }) => backend)).toEqual(
      winner === 'webgpu' ? ['webgpu', 'cpu'] : ['cpu', 'webgpu'],
    );
    expect(report.trials.map(({ gradientMs }) => gradientMs)).toEqual([2, 60]);
  });
});

test('the time that the known answers took is that of the engine chosen', async () => {
  const asked = (ms: number) => (engine: Engine) => ({
    ...engine,
    runCalls: (...call: Parameters<Engine['runCalls']>) => {
      nowMs += ms;
      return engine.runCalls(...call);
    },
  });
  const { answersMs } = await choose(engineOf('webgpu', 2, asked(70)), engineOf('cpu', 9, asked(5)));
  expect(answersMs).toBe(70);
});

test('no gradient is timed while the thread draws the dataset', async () => {
  let isQuiet = false;
  const timed: boolean[] = [];
  const engines = (['simd', 'webgpu'] as const).map((backend, at) =>
    engineOf(backend, 2 + at, (engine) => ({
      ...engine,
      gradient(...call) {
        timed.push(isQuiet);
        return engine.gradient(...call);
      },
    })),
  );
  const quiet = new Promise<void>((resolve) => setTimeout(resolve, 30)).then(() => {
    isQuiet = true;
    throw new Error('the drawing failed, which is for its owner to tell');
  });
  const { report } = await chooseEngine(
    engines.map(({ candidate }) => candidate),
    spec,
    microBatch,
    { wish: 'auto', clock, refuse: () => {}, quiet },
  );
  expect(report.trials.map(({ gradientMs }) => gradientMs)).toEqual([2, 3]);
  expect(timed.length).toBeGreaterThan(0);
  expect(timed).not.toContain(false);
});

test('an engine that needs seconds for a gradient is given up', async () => {
  const slow = engineOf('webgpu', 20_000);
  const impatient: Made = {
    ...slow,
    candidate: {
      ...slow.candidate,
      create: async () => {
        const engine = await slow.candidate.create();
        return {
          ...engine,
          gradient: (_batches, _buckets, _into, _onBucket, { signal }) =>
            new Promise((_resolve, reject) => {
              signal?.addEventListener('abort', () => reject(new EngineError('aborted', 'aborted')));
            }),
        };
      },
    },
  };
  const { engine, report } = await choose(engineOf('cpu', 1), impatient);
  expect(engine.backend).toBe('cpu');
  expect(report.trials[1]).toMatchObject({ backend: 'webgpu', why: say('times-slower', { times: 3 }) });
  expect(slow.destroyed()).toBe(1);
});

test('an engine that starts slowly is waited for no longer than it is worth, and destroyed when it comes', async () => {
  let begin = (): void => {};
  const late = engineOf('webgpu', 1, undefined, () => new Promise((resolve) => (begin = resolve)));
  const { engine, report } = await choose(engineOf('cpu', 1), late);
  expect(engine.backend).toBe('cpu');
  expect(report.trials[1]).toMatchObject({ why: say('not-ready-in-time'), isLate: true });
  begin();
  await waitFor(() => expect(late.destroyed()).toBe(1));
});

test('loops that cannot be interrupted are not begun where they are hopeless', async () => {
  const loops = engineOf('cpu', 0);
  const create = vi.fn(loops.candidate.create);
  const { report } = await choose(engineOf('webgpu', 1), {
    ...loops,
    candidate: { ...loops.candidate, create, atMostFlopsPerMs: 10 },
  });
  expect(create).not.toHaveBeenCalled();
  expect(report.trials[1].why?.code).toBe('takes-at-least');
});

test('a last resort is tried only when no other engine works', async () => {
  const slowOne = engineOf('simd', 60);
  const loops = engineOf('cpu', 1);
  const lastResort = { ...loops, candidate: { ...loops.candidate, isLastResort: true } };
  const { report } = await choose(lastResort, slowOne);
  expect(report).toMatchObject({ chosen: 'simd', trials: [{ backend: 'simd', gradientMs: undefined }] });
  expect(report.trials).toHaveLength(1);
  const lying = engineOf('simd', 1, (engine) => lyingEngine(engine, { op: 'matmul-nt', kind: 'zeros' }));
  expect((await choose(lastResort, lying)).report.chosen).toBe('cpu');
});

describe('faults', () => {
  const noAdapter = (): Promise<void> => Promise.reject(new EngineError('no-adapter', 'no adapter'));

  test('without an adapter the other engine is taken, unmeasured', async () => {
    const { engine, report } = await choose(engineOf('webgpu', 0, undefined, noAdapter), engineOf('cpu', 0));
    expect(engine.backend).toBe('cpu');
    expect(report.trials).toEqual([
      { backend: 'cpu', device: 'cpu of the test', gradientMs: undefined, why: undefined },
      {
        ...{ backend: 'webgpu', device: '', gradientMs: undefined },
        why: inFull(say('no-adapter-here'), 'no adapter'),
      },
    ]);
  });

  test('no engine starts: the first error', async () => {
    await expect(choose(engineOf('webgpu', 0, undefined, noAdapter))).rejects.toMatchObject({
      code: 'no-adapter',
    });
  });

  test('E20: an engine that lies is not taken, however fast, and is remembered', async () => {
    const lying = engineOf('webgpu', 0, (engine) => lyingEngine(engine, { op: 'matmul-nt', kind: 'zeros' }));
    const { engine, report } = await choose(lying, engineOf('cpu', 30));
    expect(engine.backend).toBe('cpu');
    expect(lying.destroyed()).toBe(1);
    const why =
      'webgpu of the test gives a wrong answer: the result layers.0.before.grad of matmul-nt: all of it is zero';
    expect(report.trials[1]).toMatchObject({
      backend: 'webgpu',
      why: inFull(say('engine-wrong-answers'), why),
    });
    expect(refused).toEqual([`webgpu: ${why}`]);
  });

  test('E20: no engine answers right: the error names the op', async () => {
    const lie = (engine: Engine): Engine => lyingEngine(engine, { op: 'matmul-tn', kind: 'off' });
    await expect(choose(engineOf('webgpu', 0, lie), engineOf('cpu', 0, lie))).rejects.toMatchObject({
      code: 'wrong-answers',
      message: expect.stringContaining('of matmul-tn') as string,
    });
  });

  test('a bad model is no engine’s fault', async () => {
    await expect(
      chooseEngine([engineOf('cpu', 0).candidate], { ...spec, layers: [] }, 4, {
        wish: 'auto',
        clock: realClock,
        refuse: () => {},
      }),
    ).rejects.toMatchObject({ code: 'bad-model' });
  });
});
