// jax-js as a contender. It owns its arrays: a function consumes its arguments, and `.ref` keeps one. Where the page is
// cross-origin isolated, its wasm backend takes a worker per core. Elsewhere it computes on the page's thread alone.
import { blockUntilReady, defaultDevice, getWebGPUDevice, init, numpy as np, tree } from '@jax-js/jax';
import type { Resource } from '../reports/bench-report';
import type { Contender, RunningSystem } from './contender';
import { requireThreads } from './threads';

export async function startJaxjs(resource: Resource): Promise<RunningSystem> {
  const threads = requireThreads(resource);
  const device = resource === 'webgpu' ? 'webgpu' : 'wasm';
  const devices = await init(device);
  if (!devices.includes(device)) throw new Error(`jax-js found no ${device}`);
  defaultDevice(device);
  return { about: device === 'webgpu' ? '' : threads, contender: (of) => of.contenders['jax-js']() };
}

export function jaxArray(values: Float32Array<ArrayBuffer>, shape: readonly number[]): np.Array {
  return np.array(values).reshape([...shape]);
}

/** The library’s own wait may return before the GPU is idle, so the queue's wait follows. */
export async function jaxIdle(outputs: readonly np.Array[]): Promise<void> {
  await blockUntilReady([...outputs]);
  if (defaultDevice() === 'webgpu') await getWebGPUDevice().queue.onSubmittedWorkDone();
}

/** A pure function of fixed inputs. */
export function jaxOp(
  inputs: readonly np.Array[],
  compute: (...inputs: np.Array[]) => np.Array[],
): Contender {
  const call = (): np.Array[] => compute(...inputs.map((input) => input.ref));
  return {
    async check() {
      const outputs = call();
      await jaxIdle(outputs);
      return Promise.all(outputs.map(async (output) => Float32Array.from(await output.data())));
    },
    async run() {
      const outputs = call();
      await jaxIdle(outputs);
      tree.dispose(outputs);
    },
    dispose: () => tree.dispose([...inputs]),
  };
}
