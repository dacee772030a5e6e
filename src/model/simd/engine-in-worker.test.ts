// Compute threads in Node: the engine's contract, the bits for every number of threads, and threads that fail.
import { unexpected } from '../../base/sayings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { spawnComputeThread } from '../../cli/node/spawn-compute-thread';
import { ManualClock, type Clock } from '../../base/clock';
import { waitFor } from '../../base/testing/wait-for';
import { perSlot } from '../testing/batches';
import { buildComputeThread, type BuiltComputeThread } from '../testing/built-compute-thread';
import { contractModels } from '../testing/contract-models';
import { engineContract } from '../testing/engine-contract';
import type { Engine } from '../engine';
import { compile } from '../plan/plan';
import { randomBatch } from '../plan/random-batch';
import { gptPreset, mlpPreset } from '../presets';
import type { SpawnThread } from './compute-threads';
import { createSimdEngineInWorker, type WorkerEngineOptions } from './engine-in-worker';
import { createSimdEngine } from './simd-engine';
import type { ThreadChoice } from './thread-count';

let built: BuiltComputeThread;
const spawn: SpawnThread = (...given) => built.spawn(...given);
beforeAll(async () => {
  built = await buildComputeThread();
}, 60_000);
afterAll(() => built.remove());

const spec = mlpPreset([28, 28], 10, [100, 33], 'relu');
const rows = 33;
const batches = [1, 2].map((seed) => randomBatch(compile(spec, rows), 'threads', seed, rows));

const create = (
  options: Partial<WorkerEngineOptions> = {},
  model = spec,
  microBatch = rows,
): Promise<Engine> =>
  createSimdEngineInWorker(model, microBatch, {
    threads: 2,
    path: 'simd',
    checkpoints: false,
    spawn,
    ...options,
  });

async function gradientOf(engine: Engine, of = batches): Promise<Float32Array> {
  const into = new Float32Array(engine.parameterCount);
  await engine.gradient(of, perSlot(engine), into, () => {}, { overlap: true });
  return into;
}

/** The first difference by bits; −1: none. A printed difference of whole gradients would take minutes. */
function firstDifference(a: Float32Array, b: Float32Array): number {
  const [x, y] = [a, b].map(({ buffer }) => new Uint32Array(buffer));
  return x.findIndex((bits, i) => bits !== y[i]);
}

// The bits are those of this thread (below), whose engine keeps the contract for all models.
describe.each([
  ['2 threads', { threads: 2 }],
  ['1 thread, as where memory cannot be shared', { threads: 2, sharesMemory: false }],
])('%s', (_title, options) => {
  engineContract(
    (model, microBatch, { checkpoints }) => create({ ...options, checkpoints }, model, microBatch),
    contractModels.slice(-2),
  );
});

test.each(contractModels)(
  'E6: $spec.name × $microBatch rows has the same bits in this thread and in 2',
  async ({ spec: model, microBatch }) => {
    const given = [1, 2].map((seed) => randomBatch(compile(model, microBatch), 'bits', seed, microBatch));
    const [here, engine] = [createSimdEngine(model, microBatch), await create({}, model, microBatch)];
    try {
      for (const each of [here, engine]) each.setParameters(here.initialParameters(1));
      expect(firstDifference(await gradientOf(engine, given), await gradientOf(here, given))).toBe(-1);
      expect(await engine.evaluate(given)).toEqual(await here.evaluate(given));
      expect(firstDifference(await engine.predict(given[0]), await here.predict(given[0]))).toBe(-1);
    } finally {
      engine.destroy();
    }
  },
);

test.each([
  ['mlp', spec, rows],
  [
    'gpt',
    gptPreset({ vocabulary: 29, context: 20, channels: 24, heads: 2, layers: 2, dropout: 0.1, tied: true }),
    3,
  ],
])('E6: %s has the same bits in this thread and in 1 to 5 threads', async (_name, model, microBatch) => {
  const given = [1, 2].map((seed) => randomBatch(compile(model, microBatch), 'bits', seed, microBatch));
  const here = createSimdEngine(model, microBatch);
  const parameters = here.initialParameters(1);
  here.setParameters(parameters);
  const expected = await gradientOf(here, given);
  for (const threads of casesOf([1, 2, 3, 5], (count) => count % 2 === 1)) {
    const engine = await create({ threads }, model, microBatch);
    try {
      engine.setParameters(parameters);
      // The leader computes the seventh and the eighth alone (helper-choice.ts).
      for (let again = 0; again < 8; again++) {
        const difference = firstDifference(await gradientOf(engine, given), expected);
        expect(difference, `${threads} threads: the first element that differs`).toBe(-1);
      }
    } finally {
      engine.destroy();
    }
  }
});

describe('an engine that runs takes another number of threads', () => {
  const names = (threads: number): string => `CPU (SIMD, ${threads} thread${threads === 1 ? '' : 's'})`;

  /** An engine that follows `wanted`, and the threads that live. */
  async function following(first: number, spawnBy: SpawnThread = spawn, clock?: Clock) {
    const wanted = { threads: first };
    const living = new Set<string>();
    let spawned = 0;
    const counting: SpawnThread = (name, events) => {
      const thread = spawnBy(name, events);
      const id = `${name}, ${++spawned}`;
      living.add(id);
      return {
        ...thread,
        terminate() {
          living.delete(id);
          thread.terminate();
        },
      };
    };
    const engine = await create({
      ...{ threads: first, mostThreads: 5, spawn: counting, ...(clock && { clock }) },
      share: () => ({ ...wanted, why: unexpected(`wants ${wanted.threads}`) }),
    });
    engine.setParameters(engine.initialParameters(1));
    return { engine, wanted, living };
  }

  /** Gradients until it has so many threads: they start beside it. */
  async function until(engine: Engine, threads: number, expected: Float32Array): Promise<void> {
    do expect(firstDifference(await gradientOf(engine), expected)).toBe(-1);
    while (engine.device !== names(threads));
  }

  test('E6: down and up, with the same bits, and as many threads as it says', async () => {
    const { engine, wanted, living } = await following(3);
    try {
      const expected = await gradientOf(engine);
      expect([engine.device, living.size]).toEqual([names(3), 3]);
      for (const threads of casesOf([1, 5, 2, 4], (count) => count % 2 === 1)) {
        wanted.threads = threads;
        await until(engine, threads, expected);
        expect(living.size).toBe(threads);
        expect(engine.note).toEqual(unexpected(`wants ${threads}`));
        // The leader computes the seventh and the eighth alone (helper-choice.ts).
        for (let again = 0; again < 8; again++)
          expect(firstDifference(await gradientOf(engine), expected)).toBe(-1);
      }
    } finally {
      engine.destroy();
    }
    expect(living.size).toBe(0);
  });

  test('other calls and an aborted gradient leave it as it is', async () => {
    const { engine, wanted } = await following(2);
    try {
      const expected = await gradientOf(engine);
      wanted.threads = 1;
      await engine.evaluate(batches);
      expect(engine.device).toBe(names(2));
      await until(engine, 1, expected);
      wanted.threads = 3;
      await until(engine, 3, expected);
      const abort = new AbortController();
      const many = Array.from({ length: 400 }, () => batches[0]);
      const into = new Float32Array(engine.parameterCount);
      const { signal } = abort;
      const call = engine.gradient(many, perSlot(engine), into, () => {}, { overlap: true, signal });
      abort.abort();
      await expect(call).rejects.toMatchObject({ code: 'aborted' });
      expect(firstDifference(await gradientOf(engine), expected)).toBe(-1);
    } finally {
      engine.destroy();
    }
  });

  test('helpers that do not start leave the team as it was, and are not asked again for that number', async () => {
    let refused = 0;
    const noThird: SpawnThread = (name, events) => {
      if (name !== 'compute helper 2') return spawn(name, events);
      refused++;
      throw new Error('no Workers left');
    };
    const { engine, wanted, living } = await following(1, noThird);
    try {
      const expected = await gradientOf(engine);
      wanted.threads = 3;
      for (let again = 0; again < 5; again++)
        expect(firstDifference(await gradientOf(engine), expected)).toBe(-1);
      expect([engine.device, living.size, refused]).toEqual([names(1), 1, 1]);
      wanted.threads = 2;
      await until(engine, 2, expected);
      wanted.threads = 3;
      for (let again = 0; again < 5; again++) await gradientOf(engine);
      expect([engine.device, living.size, refused]).toEqual([names(2), 2, 2]);
    } finally {
      engine.destroy();
    }
  });

  test('helpers that are no longer wanted when they are ready never compute', async () => {
    const { engine, wanted, living } = await following(2);
    try {
      wanted.threads = 5;
      await gradientOf(engine);
      wanted.threads = 2;
      await gradientOf(engine);
      expect([engine.device, living.size]).toEqual([names(2), 2]);
    } finally {
      engine.destroy();
    }
  });

  test('helpers that die before they compute leave the team as it was', async () => {
    const dying: (() => void)[] = [];
    let ready = 0;
    const mortal: SpawnThread = (name, events) => {
      if (name === 'compute') return spawn(name, events);
      dying.push(() => events.failed('out of memory'));
      const message: typeof events.message = (said) => {
        events.message(said);
        ready++;
      };
      return spawn(name, { ...events, message });
    };
    const { engine, wanted, living } = await following(1, mortal);
    try {
      const expected = await gradientOf(engine);
      wanted.threads = 2;
      await gradientOf(engine);
      await waitFor(() => expect(ready).toBe(1));
      dying[0]();
      for (let again = 0; again < 3; again++)
        expect(firstDifference(await gradientOf(engine), expected)).toBe(-1);
      expect([engine.device, living.size]).toEqual([names(1), 1]);
    } finally {
      engine.destroy();
    }
  });

  test('an engine that is destroyed while helpers start leaves none, and no timer', async () => {
    const clock = new ManualClock();
    const mute: SpawnThread = (name, events) =>
      name === 'compute' ? spawn(name, events) : { post: () => undefined, terminate: () => undefined };
    const { engine, wanted, living } = await following(1, mute, clock);
    wanted.threads = 4;
    await gradientOf(engine);
    expect(living.size).toBe(4);
    engine.destroy();
    expect(living.size).toBe(0);
    expect(clock.nextDueMs()).toBeUndefined();
  });

  test('a helper that came later and dies ends the engine, as an early one does', async () => {
    let kill = (): void => undefined;
    const mortal: SpawnThread = (name, events) => {
      const thread = spawn(name, events);
      if (name === 'compute helper 2') kill = () => thread.terminate();
      return thread;
    };
    const { engine, wanted } = await following(1, mortal);
    const expected = await gradientOf(engine);
    wanted.threads = 3;
    await until(engine, 3, expected);
    kill();
    await expect(engine.lost).resolves.toMatchObject({
      code: 'device-lost',
      message: expect.stringContaining('‘compute helper 2’ ended') as string,
    });
  });

  test('without shared memory it keeps its one thread', async () => {
    const share = (): ThreadChoice => ({ threads: 3, why: unexpected('wants 3') });
    const engine = await create({ threads: 2, sharesMemory: false, share });
    try {
      engine.setParameters(engine.initialParameters(1));
      for (let again = 0; again < 3; again++) await gradientOf(engine);
      expect(engine.device).toBe(names(1));
    } finally {
      engine.destroy();
    }
  });
});

test('arguments are copied before a call returns', async () => {
  const engine = await create();
  try {
    const parameters = engine.initialParameters(1);
    engine.setParameters(parameters);
    const expected = await gradientOf(engine);
    engine.setParameters(parameters);
    parameters.fill(0);
    const mine = batches.map((batch) => ({ ...batch, inputs: batch.inputs.slice() }));
    const into = new Float32Array(engine.parameterCount);
    const call = engine.gradient(mine, perSlot(engine), into, () => {}, { overlap: true });
    for (const { inputs } of mine) inputs.fill(0);
    await call;
    expect(firstDifference(into, expected)).toBe(-1);
  } finally {
    engine.destroy();
  }
});

test('what an engine over shared memory returns is not shared', async () => {
  const engine = await create();
  try {
    engine.setParameters(engine.initialParameters(1));
    // Data channels refuse shared memory.
    for (const values of [await engine.predict(batches[0]), await engine.readParameters()])
      expect(values.buffer).toBeInstanceOf(ArrayBuffer);
  } finally {
    engine.destroy();
  }
});

test('the product’s entry computes, whatever loaders this process has', async () => {
  const [engine, here] = [
    await create({ spawn: spawnComputeThread, why: unexpected('for a test') }),
    createSimdEngine(spec, rows),
  ];
  try {
    for (const each of [engine, here]) each.setParameters(here.initialParameters(1));
    expect(firstDifference(await gradientOf(engine), await gradientOf(here))).toBe(-1);
    expect(engine.device).toBe('CPU (SIMD, 2 threads)');
    expect(engine.note).toEqual(unexpected('for a test'));
  } finally {
    engine.destroy();
  }
});

describe('a thread that fails', () => {
  /** Spawns real threads, except the one with this name. */
  const except =
    (name: string, other: SpawnThread): SpawnThread =>
    (wanted, events) =>
      (wanted === name ? other : spawn)(wanted, events);
  const silent: SpawnThread = () => ({ post: () => undefined, terminate: () => undefined });
  const throwing: SpawnThread = () => {
    throw new Error('no Workers left');
  };

  test.each([
    ['cannot be created', throwing, 0],
    ['never answers', silent, 30_000],
  ])('when a helper %s, the leader computes alone', async (_title, other, waitedMs) => {
    const clock = new ManualClock();
    const starting = create({ spawn: except('compute helper 1', other), clock });
    if (waitedMs > 0) {
      await Promise.resolve();
      expect(clock.nextDueMs()).toBe(waitedMs);
      clock.runNext();
    }
    const engine = await starting;
    try {
      expect(engine.device).toBe('CPU (SIMD, 1 thread)');
      expect(engine.note?.code).toBe('one-thread-alone-starts');
      engine.setParameters(engine.initialParameters(1));
      expect((await gradientOf(engine)).some((value) => value !== 0)).toBe(true);
    } finally {
      engine.destroy();
    }
  });

  test('without a leader there is no engine', async () => {
    await expect(create({ spawn: throwing })).rejects.toMatchObject({
      name: 'EngineError',
      code: 'device-lost',
      message: 'the thread ‘compute’ ended: no Workers left',
    });
  });

  test.each(['compute', 'compute helper 1'])(
    'when ‘%s’ dies, the call fails and the engine is lost',
    async (name) => {
      let kill = (): void => undefined;
      const mortal: SpawnThread = (wanted, events) => {
        const thread = spawn(wanted, events);
        if (wanted === name) kill = () => thread.terminate();
        return thread;
      };
      const engine = await create({ spawn: mortal });
      engine.setParameters(engine.initialParameters(1));
      const many = Array.from({ length: 400 }, () => batches[0]);
      const call = gradientOf(engine, many);
      kill();
      const failure = {
        name: 'EngineError',
        code: 'device-lost',
        message: expect.stringContaining(`‘${name}’ ended`),
      };
      await expect(call).rejects.toMatchObject(failure);
      await expect(engine.lost).resolves.toMatchObject(failure);
      await expect(gradientOf(engine)).rejects.toMatchObject(failure);
    },
  );

  test('a leader that says nothing for a minute is lost; a suspended device is not', async () => {
    const clock = new ManualClock();
    let silence = false;
    const mute: SpawnThread = (name, events) =>
      spawn(name, { ...events, message: (message) => !silence && events.message(message) });
    const engine = await create({ threads: 1, spawn: mute, clock });
    silence = true;
    const call = gradientOf(engine);
    let slices = 0;
    while (clock.runNext()) slices++;
    expect([slices, clock.now()]).toEqual([6, 60_000]);
    await expect(call).rejects.toMatchObject({ message: 'the compute thread said nothing for 60 s' });
  });

  test('destroy ends the call under way', async () => {
    const engine = await create();
    const call = engine.evaluate(batches);
    engine.destroy();
    await expect(call).rejects.toMatchObject({ name: 'EngineError', code: 'aborted' });
  });
});
