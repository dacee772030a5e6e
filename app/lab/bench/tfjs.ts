// TensorFlow.js as a contender, on its WebGPU backend. Commands wait in its queue until they are submitted.
import * as tf from '@tensorflow/tfjs-core';
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import '@tensorflow/tfjs-backend-webgpu';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import type { Contender } from './contender';

export async function startTfjs(): Promise<void> {
  if (!(await tf.setBackend('webgpu'))) throw new Error('tfjs could not start its WebGPU backend');
  await tf.ready();
}

export function tfIdle(): Promise<undefined> {
  const backend = tf.backend() as WebGPUBackend;
  backend.ensureCommandEncoderReady();
  backend.endComputePassEncoder(); // submitting with an open pass drops the work silently
  backend.submitQueue();
  return backend.device.queue.onSubmittedWorkDone();
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
