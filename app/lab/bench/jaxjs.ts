// jax-js as a contender. It owns its arrays: a function consumes its arguments, and `.ref` keeps one.
import { blockUntilReady, defaultDevice, getWebGPUDevice, init, numpy as np, tree } from '@jax-js/jax';
import type { Contender } from './contender';

export async function startJaxjs(): Promise<void> {
  const devices = await init('webgpu');
  if (!devices.includes('webgpu')) throw new Error('jax-js found no WebGPU');
  defaultDevice('webgpu');
}

export function jaxArray(values: Float32Array<ArrayBuffer>, shape: readonly number[]): np.Array {
  return np.array(values).reshape([...shape]);
}

/** Its own wait may return before the GPU is idle, so the queue's wait follows. */
export async function jaxIdle(outputs: readonly np.Array[]): Promise<void> {
  await blockUntilReady([...outputs]);
  await getWebGPUDevice().queue.onSubmittedWorkDone();
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
