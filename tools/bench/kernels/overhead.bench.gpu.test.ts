// What a compute thread costs a gradient: VITE_BENCH=1 npx vitest run --project gpu <this file>. In turns, so that other
// work on the machine slows all of them.
import { expect, test } from 'vitest';
import { single } from '../../../src/model/testing/batches';
import { compile } from '../../../src/model/plan/plan';
import { mlpPreset } from '../../../src/model/presets';
import { randomBatch } from '../../../src/model/plan/random-batch';
import { createSimdEngineInWorker } from '../../../src/model/simd/engine-in-worker';
import { createSimdEngine } from '../../../src/model/simd/simd-engine';
import { spawnHere } from '../../../src/model/simd/spawn-worker';

test.each([
  [mlpPreset([2], 2, [16, 16], 'tanh'), 32, 300],
  [mlpPreset([28, 28], 10, [512, 512], 'relu'), 128, 60],
])('$0.name × $1 rows', async (spec, rows, turns) => {
  const inWorker = (threads: number, sharesMemory = true) =>
    createSimdEngineInWorker(spec, rows, {
      ...{ threads, sharesMemory, path: 'simd', checkpoints: false, spawn: spawnHere! },
    });
  const engines = {
    'in this thread': createSimdEngine(spec, rows),
    '1 thread, unshared': await inWorker(1, false),
    '1 thread': await inWorker(1),
    '2 threads': await inWorker(2),
  };
  const batch = randomBatch(compile(spec, rows), 'overhead', 1, rows);
  const times = new Map(Object.keys(engines).map((name) => [name, [] as number[]]));
  for (const engine of Object.values(engines)) engine.setParameters(engine.initialParameters(1));
  for (let turn = 0; turn < turns; turn++)
    for (const [name, engine] of Object.entries(engines)) {
      const into = new Float32Array(engine.parameterCount);
      const startMs = performance.now();
      await engine.gradient([batch], single(engine), into, () => {}, { overlap: true });
      times.get(name)!.push(performance.now() - startMs);
    }
  for (const [name, all] of times) {
    const sorted = all.sort((a, b) => a - b);
    const median = sorted[sorted.length >> 1];
    console.info(`${spec.name}, ${name}: min ${sorted[0].toFixed(3)} ms, median ${median.toFixed(3)} ms`);
    expect(median).toBeGreaterThan(0);
  }
  for (const engine of Object.values(engines)) engine.destroy();
});
