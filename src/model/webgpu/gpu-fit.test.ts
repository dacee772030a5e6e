import { expect, test } from 'vitest';
import { assertFits, wayOut, type DeviceLimits, type SizedBuffer } from './gpu-fit';

const limits: DeviceLimits = {
  maxBufferSize: 256 << 20,
  maxStorageBufferBindingSize: 128 << 20,
  maxStorageBuffersPerShaderStage: 4,
  maxComputeWorkgroupsPerDimension: 65_535,
};
const options = { microBatch: 8, couldCheckpoint: true };
const parameters = (bytes: number, bindingBytes: number): SizedBuffer => ({
  label: 'parameters',
  holds: 'parameters',
  bytes,
  bindingBytes,
});
const activations: SizedBuffer = {
  label: 'activations 0',
  holds: 'activations',
  bytes: 2 ** 30,
  bindingBytes: 2 ** 30,
};

test('what fits passes; what does not fit is named, with the total size and a way out', () => {
  expect(() => assertFits([parameters(200 << 20, 100 << 20)], [], limits, options)).not.toThrow();
  expect(() => assertFits([parameters(200 << 20, 150 << 20)], [], limits, options)).toThrow(
    'parameters: 150.0 MiB at once, this GPU allows 128.0 MiB a binding. The model takes 200.0 MiB in all: ' +
      'parameters and gradients 200.0 MiB, activations 0.0 MiB. Choose a smaller preset or narrower layers.',
  );
  expect(() => assertFits([parameters(300 << 20, 1 << 20)], [], limits, options)).toThrow(
    '256.0 MiB a buffer',
  );
  expect(() => assertFits([parameters(1 << 20, 1 << 20), activations], [], limits, options)).toThrow(
    'activations 0: 1.0 GiB, this GPU allows 256.0 MiB a buffer. The model takes 1.0 GiB in all: parameters and ' +
      'gradients 1.0 MiB, activations 1.0 GiB. Choose a micro-batch below 8, or activation checkpoints, or a smaller preset.',
  );
});

test('when no part is named, the larger part is the one to make smaller', () => {
  const few = { microBatch: 1, couldCheckpoint: false };
  expect(wayOut([parameters(1 << 20, 1), activations], few)).toContain('Choose a smaller preset.');
  expect(wayOut([parameters(2 ** 31, 1), activations], few)).toContain('narrower layers');
});
