// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/rows.bench
// Layer norm and cross-entropy against a copy, in turns: a JSON line per op. `ours` and `limit` are medians in ms. The
// limit is a compute shader that copies vec4s, as many bytes as the op must read and write once (half of them read, half
// written). `ratio` is the median over the turns of ours / limit, where 1 is a copy and 2 the goal.
import { test } from 'vitest';
import type { KernelCall } from '../../../src/gpu/kernel-cache';
import { encodePass, prepare } from '../../../src/gpu/program';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { crossEntropy } from '../../../src/ops/cross-entropy/cross-entropy';
import {
  layerNorm,
  layerNormBackward,
  layerNormParameterBackward,
} from '../../../src/ops/layer-norm/layer-norm';
import { scratchTensor } from '../../../src/ops/lowering';
import type { OpCall } from '../../../src/ops/op-call';
import { randomReals } from '../../../src/ops/testing/random-reals';
import { contextForTests } from '../../../src/ops/testing/run-on-gpu';
import { createBuffers } from '../../../src/ops/testing/time-on-gpu';

const turns = 15;
/** The time of one turn: the wait for the GPU must not count. */
const turnMs = 40;
const copyThreads = 64;

interface RowsCase {
  readonly name: string;
  readonly call: OpCall;
  /** Lengths in f32 elements. */
  readonly tensors: Readonly<Record<string, number>>;
  /** Elements that the op must read and write once; less than a row is left out. */
  readonly moved: number;
}

const cases: readonly RowsCase[] = [
  ...[
    [1024, 128],
    [4096, 512],
  ].flatMap(([rows, channels]) => layerNormCases(rows, channels)),
  ...[
    [1024, 65],
    [8192, 65],
    [1024, 4096],
  ].map(([rows, classes]) => crossEntropyCase(rows, classes)),
];

function layerNormCases(rows: number, channels: number): RowsCase[] {
  const length = rows * channels;
  const tensors = {
    ...{ x: length, dy: length, y: length, dx: length },
    ...{ scale: channels, offset: channels, dScale: channels, dOffset: channels },
  };
  const shape = { x: 'x', dy: 'dy', y: 'y', dx: 'dx', scale: 'scale', offset: 'offset', rows, channels };
  const caseOf = (part: string, call: OpCall, moved: number): RowsCase => ({
    name: `webgpu layer norm ${part} ${rows}×${channels}`,
    ...{ call, tensors, moved },
  });
  return [
    caseOf('forward', layerNorm(shape), 2 * length), // x, y
    caseOf('dx', layerNormBackward(shape), 3 * length), // x, dy, dx
    caseOf(
      'params',
      layerNormParameterBackward({ ...shape, dScale: 'dScale', dOffset: 'dOffset' }),
      2 * length,
    ), // x, dy
  ];
}

function crossEntropyCase(rows: number, classes: number): RowsCase {
  const length = rows * classes;
  const names = { logits: 'x', targets: 'targets', gradient: 'y', rowStats: 'rowStats' };
  return {
    name: `webgpu cross-entropy ${rows}×${classes}`,
    call: crossEntropy({ ...names, rows, classes, firstLabel: 0, firstWeight: rows }),
    tensors: { x: length, y: length, targets: 2 * rows, rowStats: 2 * rows },
    moved: 2 * length, // logits, gradient
  };
}

function copyOf(elements: number): KernelCall {
  const groups = Math.ceil(elements / 4 / copyThreads);
  return {
    kernel: {
      label: `copy ${elements}`,
      files: [
        `@group(0) @binding(0) var<storage, read> source: array<vec4f>;
         @group(0) @binding(1) var<storage, read_write> copied: array<vec4f>;
         @compute @workgroup_size(THREADS)
         fn copy_vectors(@builtin(global_invocation_id) id: vec3u) { copied[id.x] = source[id.x]; }`,
      ],
      entryPoint: 'copy_vectors',
      consts: { THREADS: copyThreads },
      overrides: {},
      access: ['read', 'write'],
    },
    operands: ['source', 'copied'],
    workgroups: [groups, 1, 1],
  };
}

test.runIf(import.meta.env.VITE_BENCH)(
  'layer norm and cross-entropy beside a copy',
  async () => {
    const context = await contextForTests();
    const { device, kernels, clock, adapterName } = context;
    console.info(adapterName);
    for (const { name, call, tensors, moved } of cases) {
      const { calls, scratch } = call.lower(targetOf(context));
      const half = Math.ceil(moved / 2);
      const buffers = createBuffers(device, {
        ...tensors,
        [scratchTensor]: Math.max(4, scratch),
        ...{ source: half + 4 * copyThreads, copied: half + 4 * copyThreads },
      });
      for (const [tensor, length] of Object.entries(tensors))
        if (tensor === 'x' || tensor === 'dy')
          device.queue.writeBuffer(
            buffers.get(tensor)!,
            0,
            randomReals(length, tensor) as Float32Array<ArrayBuffer>,
          );
      if (tensors.targets) {
        const weights = new Float32Array(tensors.targets).fill(1).fill(0, 0, tensors.targets / 2);
        device.queue.writeBuffer(buffers.get('targets')!, 0, weights); // labels 0, then weights 1
      }
      const runnerOf = async (launches: readonly KernelCall[]) => {
        const dispatches = await prepare(device, kernels, launches, (tensor) => ({
          buffer: buffers.get(tensor)!,
        }));
        return async (repeats: number): Promise<number> => {
          const startMs = clock.now();
          const encoder = device.createCommandEncoder();
          for (let repeat = 0; repeat < repeats; repeat++) encodePass(encoder, name, dispatches);
          device.queue.submit([encoder.finish()]);
          await device.queue.onSubmittedWorkDone();
          return (clock.now() - startMs) / repeats;
        };
      };
      const runs = [calls, [copyOf(half)]];
      const timed: {
        readonly run: (repeats: number) => Promise<number>;
        readonly repeats: number;
        readonly ms: number[];
      }[] = [];
      for (const launches of runs) {
        const run = await runnerOf(launches);
        await run(1);
        timed.push({ run, repeats: Math.ceil(turnMs / Math.max(0.1, await run(1))), ms: [] });
      }
      for (let turn = 0; turn < turns; turn++)
        for (const { run, repeats, ms } of timed) ms.push(await run(repeats));
      const [ours, limit] = timed.map(({ ms }) => ms);
      const ratio = median(ours.map((ms, turn) => ms / limit[turn]));
      const figures = {
        ...{ ours: median(ours), limit: median(limit), unit: 'ms', ratio },
      };
      console.info(
        JSON.stringify({ name, ...figures }, (_, value: unknown) =>
          typeof value === 'number' ? Number(value.toPrecision(4)) : value,
        ),
      );
      buffers.forEach((buffer) => buffer.destroy());
    }
    device.destroy();
  },
  300_000,
);

function median(values: readonly number[]): number {
  return [...values].sort((x, y) => x - y)[values.length >> 1];
}
