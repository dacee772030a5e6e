import { expect, test } from 'vitest';
import { assertFits, type DeviceLimits } from './gpu-fit';

const limits: DeviceLimits = {
  maxBufferSize: 256 << 20,
  maxStorageBufferBindingSize: 128 << 20,
  maxStorageBuffersPerShaderStage: 4,
  maxComputeWorkgroupsPerDimension: 65_535,
};
const buffer = (bytes: number, bindingBytes: number) => [{ label: 'parameters', bytes, bindingBytes }];

test('what fits passes; what does not is named, with a way out', () => {
  expect(() => assertFits(buffer(200 << 20, 100 << 20), [], limits)).not.toThrow();
  expect(() => assertFits(buffer(200 << 20, 150 << 20), [], limits)).toThrow(
    'parameters binds 150.0 MiB, this GPU allows 128.0 MiB a binding. Choose narrower layers',
  );
  expect(() => assertFits(buffer(300 << 20, 1 << 20), [], limits)).toThrow('256.0 MiB a buffer');
});
