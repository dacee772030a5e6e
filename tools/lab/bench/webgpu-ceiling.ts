// A WebGPU adapter's best. First it finds the fastest number of chains and the faster form (fma or a·b + c).
import { logged } from '../../../src/base/sayings';
import { assert } from '../../../src/base/assert';
import { acquireDevice } from '../../../src/gpu/device';
import { fastestMs, type Ceiling } from './ceiling';
import template from './multiply_add.wgsl?raw';

const workgroup = 64;
const stepsPerRound = 8;
const forms = [4, 6, 8, 12].flatMap((chains) => [true, false].map((isFma) => ({ chains, isFma })));
type Form = (typeof forms)[number];

const targetMs = 60;
const probes = 3;

export async function createWebGpuCeiling(): Promise<Ceiling> {
  const acquired = await acquireDevice();
  if (!acquired.ok) throw new Error(logged(acquired.error.says));
  const { device, isSoftware, adapterName } = acquired.value;
  // A few per processor keep a software adapter busy; a GPU needs several times its number of lanes.
  const invocations = isSoftware ? 64 * workgroup : 16_384 * workgroup;
  const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const out = device.createBuffer({ label: 'ceiling', size: 16 * invocations, usage: storage });

  const prepared = async (form: Form, rounds: number): Promise<() => Promise<void>> => {
    const module = device.createShaderModule({ label: 'multiply_add', code: wgslFor(form) });
    const pipeline = await device.createComputePipelineAsync({
      label: 'multiply_add',
      layout: 'auto',
      compute: { module, entryPoint: 'multiply_add', constants: { ROUNDS: rounds } },
    });
    const bindGroup = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer: out } }],
    });
    return () => {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindGroup);
      pass.dispatchWorkgroups(invocations / workgroup);
      pass.end();
      device.queue.submit([encoder.finish()]);
      return device.queue.onSubmittedWorkDone();
    };
  };

  const flopsOf = ({ chains }: Form, rounds: number): number =>
    8 * chains * stepsPerRound * rounds * invocations;
  let best: { readonly form: Form; readonly rate: number } | undefined; // rate in flops per ms
  for (const form of forms) {
    const probeRounds = Math.ceil(1024 / form.chains);
    const rate = flopsOf(form, probeRounds) / (await fastestMs(await prepared(form, probeRounds), probes));
    if (!best || rate > best.rate) best = { form, rate };
  }
  assert(best, 'there is a form');
  const { form, rate } = best;
  const rounds = Math.max(1, Math.round((targetMs * rate) / flopsOf(form, 1)));
  return {
    flops: flopsOf(form, rounds),
    about: `${adapterName}, ${form.chains} chains of ${form.isFma ? 'fma(a, b, c)' : 'a * b + c'}`,
    isSoftware,
    multiplyAdd: await prepared(form, rounds),
    copy(bytes, repeats) {
      const size = 4 * Math.ceil(bytes / 8);
      const [source, target] = ['copy source', 'copy target'].map((label) =>
        device.createBuffer({ label, size, usage: storage }),
      );
      return Promise.resolve({
        run() {
          const encoder = device.createCommandEncoder();
          for (let repeat = 0; repeat < repeats; repeat++)
            encoder.copyBufferToBuffer(source, 0, target, 0, size);
          device.queue.submit([encoder.finish()]);
          return device.queue.onSubmittedWorkDone();
        },
        dispose() {
          source.destroy();
          target.destroy();
        },
      });
    },
  };
}

function wgslFor({ chains, isFma }: Form): string {
  const names = Array.from({ length: chains }, (_, chain) => `x${chain}`);
  const step = (x: string): string =>
    isFma ? `${x} = fma(${x}, factor, term);` : `${x} = ${x} * factor + term;`;
  return template
    .replace('WORKGROUP', String(workgroup))
    .replace(
      'CHAIN_DECLARATIONS',
      names.map((x, chain) => `  var ${x} = vec4f(f32(id.x + ${chain}u));`).join('\n'),
    )
    .replace(
      'CHAIN_STEPS',
      Array.from({ length: stepsPerRound }, () => `    ${names.map(step).join(' ')}`).join('\n'),
    )
    .replace('CHAIN_SUM', names.join(' + '));
}
