// The parameters of a model as the file of a base: in f16.
import { bytesOf, concatBytes } from '../../../base/bytes';
import { toHalfs } from '../../../base/float16';
import type { ModelSpec } from '../../../model/spec';
import { toFileOrder } from '../permute';
import { safetensorsHead } from '../safetensors-header';
import { tensorLayouts } from '../tensor-layout';
import { fileTensor } from '../write-checkpoint';

export function tensorFile(model: ModelSpec, flat: Float32Array): Uint8Array<ArrayBuffer> {
  const layouts = tensorLayouts(model);
  const head = safetensorsHead(
    layouts.map((layout) => ({ ...fileTensor('', layout), dtype: 'F16' })),
    {},
  );
  const parts = layouts.map((layout) => {
    const values = new Float32Array(layout.length);
    toFileOrder(layout, flat, 0, values);
    return bytesOf(toHalfs(values));
  });
  return concatBytes(head, ...parts);
}
