// The least a device may offer, Chrome's compatibility mode: 4 storage buffers, 128 invocations, 16 KiB, no
// subgroups, no f16. Every model family trains there. A model that does not fit is refused before anything is
// allocated.
import { afterAll, describe, expect, test } from 'vitest';
import { findAdapter } from '../../gpu/adapter';
import { openDevice, type GpuContext } from '../../gpu/device';
import { randomReals } from '../../ops/testing/random-reals';
import { largestDifference, tolerance } from '../../ops/tolerance';
import { checkCalls } from '../testing/check-calls';
import { assertFits } from './gpu-fit';
import { targetOf } from './gpu-plan';
import { compile } from '../plan/plan';
import { gptPreset, gptSizes, mlpPreset } from '../presets';
import { ReferenceModel } from '../cpu/reference-model';
import { perSlot } from '../testing/batches';
import { testCnn, testGpt, testMlp } from '../testing/models';
import { createWebGpuEngine } from './webgpu-engine';
import { randomBatch } from '../plan/random-batch';

const adapter = await navigator.gpu.requestAdapter({ featureLevel: 'compatibility' });
const context: GpuContext = await openDevice(adapter!, undefined, 'defaults');
afterAll(() => context.device.destroy());

describe.each([testMlp, testCnn, testGpt])('$spec.name at compatibility limits', ({ spec, microBatch }) => {
  const plan = compile(spec, microBatch, { checkpoints: true });
  const parameters = randomReals(plan.parameterCount, 'limits', spec.name).map((value) => 0.3 * value);
  const batch = randomBatch(plan, spec.name, 1, microBatch - 1);

  test('every kernel for such a GPU agrees with its reference', async () => {
    const { limits, features } = context.device;
    expect(limits.maxComputeInvocationsPerWorkgroup).toBe(128);
    expect(limits.maxComputeWorkgroupStorageSize).toBe(16_384);
    expect([...features]).toEqual([]);
    // Browsers have since raised the mode's limit of storage buffers to 8; older ones have 4.
    const target = { ...targetOf(context), maxStorageBuffers: 4 };
    const lowered = [...plan.forward, ...plan.backward].map((call) => call.lower(target));
    assertFits(
      [],
      lowered,
      { ...four(limits), maxStorageBuffersPerShaderStage: 4 },
      { microBatch, couldCheckpoint: false },
    );
    const checks = await checkCalls(context, plan, target, parameters, batch);
    for (const { op, tensor, difference, allowed } of checks)
      expect(difference, `${op} → ${tensor}`).toBeLessThanOrEqual(allowed);
    const worst = Math.max(
      ...checks.map(({ difference, allowed }) => (difference === 0 ? 0 : difference / allowed)),
    );
    console.info(`${spec.name}: ${checks.length} tensors, at most ${worst.toFixed(3)} of the allowed`);
  });

  test('the gradient is the oracle’s', async () => {
    const engine = await createWebGpuEngine(spec, microBatch, { context, checkpoints: true });
    const exact = new ReferenceModel(compile(spec, microBatch), Float64Array);
    exact.parameters.set(parameters);
    exact.load(batch);
    exact.forward();
    exact.backward();
    engine.setParameters(parameters);
    const flat = new Float32Array(engine.parameterCount).fill(NaN);
    const sums = await engine.gradient([batch], perSlot(engine), flat, () => {}, { overlap: true });
    expect(sums.count).toBe((microBatch - 1) * plan.terms);
    for (const { name, offset, length } of engine.slots) {
      const expected = Float64Array.from(exact.gradients.subarray(offset, offset + length));
      const magnitude = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0.1);
      const difference = largestDifference(flat.subarray(offset, offset + length), expected);
      expect(difference, name).toBeLessThanOrEqual(tolerance('f32', 64, magnitude));
    }
    engine.destroy();
  });
});

/** GPUSupportedLimits has its values on its prototype, so a spread would copy nothing. */
function four(limits: GPUSupportedLimits): Parameters<typeof assertFits>[2] {
  const { maxBufferSize, maxStorageBufferBindingSize } = limits;
  const { maxStorageBuffersPerShaderStage, maxComputeWorkgroupsPerDimension } = limits;
  return {
    maxBufferSize,
    maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage,
    maxComputeWorkgroupsPerDimension,
  };
}

test.each([
  {
    what: 'a token table beyond a binding',
    spec: gptPreset({
      ...gptSizes.tiny,
      channels: 768,
      heads: 12,
      vocabulary: 50_257,
      dropout: 0,
      tied: true,
    }),
    microBatch: 1,
    says: ['a binding', 'a smaller preset or narrower layers'],
  },
  {
    what: 'activations beyond a buffer',
    spec: gptPreset({ ...gptSizes.medium, vocabulary: 65, dropout: 0, tied: true }),
    microBatch: 512,
    says: ['activations', 'a micro-batch below 512, or activation checkpoints'],
  },
  {
    what: 'a vast one',
    spec: mlpPreset([1_000_000], 10, [1_000_000, 1_000_000], 'relu'),
    microBatch: 8,
    says: ['14901.4 GiB in all', 'narrower layers'],
  },
])('$what is refused with a way out, before anything is allocated', async ({ spec, microBatch, says }) => {
  const usual = await openDevice((await findAdapter(navigator.gpu))!, undefined, 'defaults');
  let created = 0;
  const { device } = usual;
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    created++;
    return createBuffer(descriptor);
  };
  const failure: unknown = await createWebGpuEngine(spec, microBatch, { context: usual }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ name: 'EngineError', code: 'model-does-not-fit' });
  for (const words of says) expect((failure as Error).message).toContain(words);
  console.info((failure as Error).message);
  expect(created).toBe(0);
  device.destroy();
});
