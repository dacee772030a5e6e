// Parameters alone as a `.safetensors` file, in the layouts of a checkpoint.
import { bytesOf, concatBytes } from '../../base/bytes';
import { toFileOrder } from './permute';
import { safetensorsHead } from './safetensors-header';
import type { TensorLayout } from './tensor-layout';
import { fileTensor } from './write-checkpoint';

/** `flat`: the vector in which the layouts have their offsets. */
export function weightsFile(
  layouts: readonly TensorLayout[],
  flat: Float32Array,
  metadata: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const head = safetensorsHead(
    layouts.map((layout) => fileTensor('', layout)),
    metadata,
  );
  const tensors = layouts.map((layout) => {
    const values = new Float32Array(layout.length);
    toFileOrder(layout, flat, 0, values);
    return bytesOf(values);
  });
  return concatBytes(head, ...tensors);
}
