// TensorFlow.js as a contender. On WebGPU, commands wait in its queue until they are submitted. Its wasm backend computes
// at once, with threads where the page is cross-origin isolated.
import * as tf from '@tensorflow/tfjs-core';
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import plain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import threadedSimd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import type { Resource } from '../reports/bench-report';
import type { Contender, RunningSystem } from './contender';
import { requireThreads } from './threads';

export async function startTfjs(resource: Resource): Promise<RunningSystem> {
  const threads = requireThreads(resource);
  if (resource === 'webgpu') {
    await import('@tensorflow/tfjs-backend-webgpu');
  } else {
    const { setThreadsCount, setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm');
    // It wants all three, and loads the one that the page allows.
    setWasmPaths({
      'tfjs-backend-wasm.wasm': plain,
      'tfjs-backend-wasm-simd.wasm': simd,
      'tfjs-backend-wasm-threaded-simd.wasm': threadedSimd,
    });
    if (resource === 'threads') setThreadsCount(navigator.hardwareConcurrency);
  }
  const backend = resource === 'webgpu' ? 'webgpu' : 'wasm';
  if (!(await tf.setBackend(backend))) throw new Error(`tfjs could not start its ${backend} backend`);
  await tf.ready();
  return { about: backend === 'webgpu' ? '' : threads, contender: (of) => of.contenders.tfjs() };
}

export async function tfIdle(): Promise<void> {
  if (tf.getBackend() !== 'webgpu') return;
  const backend = tf.backend() as WebGPUBackend;
  backend.ensureCommandEncoderReady();
  backend.endComputePassEncoder(); // submitting with an open pass drops the work silently
  backend.submitQueue();
  await backend.device.queue.onSubmittedWorkDone();
}

/** A pure function of fixed inputs. */
export function tfOp(inputs: readonly tf.Tensor[], compute: () => tf.Tensor[]): Contender {
  return {
    async check() {
      const outputs = tf.tidy(compute);
      const read = await Promise.all(outputs.map(async (output) => Float32Array.from(await output.data())));
      tf.dispose(outputs);
      return read;
    },
    async run() {
      tf.dispose(tf.tidy(compute));
      await tfIdle();
    },
    dispose: () => tf.dispose([...inputs]),
  };
}
