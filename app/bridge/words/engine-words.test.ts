import { inEnglish } from '../../../src/cli/english/in-english';
import { say, unexpected } from '../../../src/base/sayings';
import { expect, test } from 'vitest';
import type { EngineTrial } from '../../../src/replica/protocol';
import { engineWords } from './engine-words';

const trial = (of: Partial<EngineTrial>): EngineTrial => ({
  backend: 'simd',
  device: 'CPU (SIMD, 2 threads)',
  gradientMs: undefined,
  why: undefined,
  ...of,
});
const gpu = trial({ backend: 'webgpu', device: 'SwiftShader', gradientMs: 66 });

test('the faster engine, and both times', () => {
  expect(engineWords({ wish: 'auto', chosen: 'simd', trials: [trial({ gradientMs: 8 }), gpu] })).toBe(
    'Runs on the CPU (SIMD, 2 threads). Measured here: CPU (SIMD, 2 threads) 8.00\u00a0ms, WebGPU (SwiftShader) 66.0\u00a0ms a micro-batch.',
  );
});

test('an engine that is not here, one that is wrong, and one that was chosen by hand', () => {
  const missing = trial({ backend: 'webgpu', device: '', why: unexpected('no adapter') });
  expect(engineWords({ wish: 'auto', chosen: 'simd', trials: [trial({}), missing] })).toBe(
    'Runs on the CPU (SIMD, 2 threads). WebGPU: no adapter.',
  );
  expect(engineWords({ wish: 'webgpu', chosen: 'webgpu', trials: [{ ...gpu, gradientMs: undefined }] })).toBe(
    'Runs on WebGPU (SwiftShader), as chosen on this device.',
  );
});

test('the chosen engine’s note follows its name', () => {
  const note = say('one-thread-not-isolated');
  const one = trial({ device: 'CPU (SIMD, 1 thread)', gradientMs: 8 });
  expect(engineWords({ wish: 'auto', chosen: 'simd', note, trials: [one] })).toBe(
    `Runs on the CPU (SIMD, 1 thread). ${inEnglish(note)} Measured here: CPU (SIMD, 1 thread) 8.00\u00a0ms a micro-batch.`,
  );
});

test('times of an earlier visit are called so', () => {
  const trials = [trial({ gradientMs: 8 }), gpu];
  expect(engineWords({ wish: 'auto', chosen: 'simd', trials, isFromEarlierVisit: true })).toBe(
    'Runs on the CPU (SIMD, 2 threads). Measured at an earlier visit: CPU (SIMD, 2 threads) 8.00\u00a0ms, WebGPU (SwiftShader) 66.0\u00a0ms a micro-batch.',
  );
});

test('an engine that has another number of threads by now runs as it is; it was measured as it was', () => {
  const note = say('one-thread-shared-cores', { replicas: 2, cores: 2 });
  const [runsAs, trials] = ['CPU (SIMD, 1 thread)', [trial({ gradientMs: 8 }), gpu]];
  expect(engineWords({ wish: 'auto', chosen: 'simd', trials, runsAs, note })).toBe(
    `Runs on the CPU (SIMD, 1 thread). ${inEnglish(note)} Measured here: CPU (SIMD, 2 threads) 8.00\u00a0ms, WebGPU (SwiftShader) 66.0\u00a0ms a micro-batch.`,
  );
});
