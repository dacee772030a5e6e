import { afterEach, expect, test, vi } from 'vitest';
import { mlpPreset } from '../presets';
import { hasSimd } from './processor-engine';

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

const spec = mlpPreset([2], 2, [16, 16], 'tanh');
const here = { checkpoints: false, replicas: 1, threads: 1, spawn: undefined };

test('without threads to start it computes in this thread', async () => {
  const { createProcessorEngine } = await import('./processor-engine');
  expect(await createProcessorEngine(spec, 8, here)).toMatchObject({ backend: 'simd', device: 'CPU (SIMD)' });
});

test('so it does where no thread starts', async () => {
  const { createProcessorEngine } = await import('./processor-engine');
  const spawn = () => {
    throw new Error('refused by the policy of this page');
  };
  const engine = await createProcessorEngine(spec, 8, { ...here, spawn });
  expect(engine).toMatchObject({ backend: 'simd', device: 'CPU (SIMD)' });
});

test('it keeps a small model in this thread where it is asked to, and no larger one', async () => {
  const { createProcessorEngine } = await import('./processor-engine');
  const spawn = vi.fn(() => {
    throw new Error('refused by the policy of this page');
  });
  const options = { ...here, spawn, keepsSmallModels: true };
  await createProcessorEngine(spec, 8, options);
  expect(spawn).not.toHaveBeenCalled();
  await createProcessorEngine(mlpPreset([784], 10, [128], 'relu'), 8, options);
  expect(spawn).toHaveBeenCalled();
});

test('a model that does not fit is refused, not tried again elsewhere', async () => {
  const { createProcessorEngine } = await import('./processor-engine');
  const { EngineError } = await import('../engine');
  const spawn = vi.fn(() => {
    throw new Error('never asked');
  });
  const vast = mlpPreset([40_000], 10, [40_000], 'relu');
  const refused = createProcessorEngine(vast, 8, { ...here, spawn });
  await expect(refused).rejects.toBeInstanceOf(EngineError);
  await expect(refused).rejects.toMatchObject({ code: 'model-does-not-fit' });
  expect(spawn).not.toHaveBeenCalled();
});

test('without WebAssembly SIMD there is no such engine', async () => {
  expect(hasSimd()).toBe(true);
  vi.resetModules(); // modules that were compiled before are kept
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  const again = await import('./processor-engine');
  expect(again.hasSimd()).toBe(false);
});
