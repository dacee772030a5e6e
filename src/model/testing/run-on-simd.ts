// Runs one call by the kernels of the SIMD engine, for the tests of the ops: several threads as instances that take
// turns over one memory.
import { assert } from '../../base/assert';
import { fromHalfs } from '../../base/float16';
import { scratchTensor } from '../../ops/lowering';
import type { OpCall, Tensor } from '../../ops/op-call';
import { largestDifference } from '../../ops/tolerance';
import { instantiateKernels, kernelModule, mostPages, type SimdPath } from '../../simd/kernel-module';

export interface SimdOperand {
  /** Halves are those of a tensor in f16, which a call only reads. */
  readonly values: Float32Array | Uint32Array | Uint16Array;
}

type Operands = Readonly<Record<Tensor, SimdOperand>>;
type Results = Record<Tensor, Float32Array | Uint32Array>;

const lineBytes = 64;
/** A signalling NaN: what a kernel reads but no one wrote shows in its results. Written between tensors, it shows a
 *  kernel that writes past its tensor. */
const poison = 0x7fa0_0bad;

/** Returns the tensors that the call writes or updates. Tensors that it writes start as NaN. Of several threads the last
 *  comes first in each kernel, so that none can use what another writes in the same kernel. */
export function runOnSimd(call: OpCall, tensors: Operands, threads = 1, path: SimdPath = 'simd'): Results {
  const lowered = call.lowerToSimd?.();
  assert(lowered, `${call.op} has kernels of the SIMD engine`);
  const module = kernelModule(path, false);
  assert(module, `this runtime has the instructions of ${path}`);

  const places = new Map<Tensor, number>();
  const guards: number[] = [];
  let end = lineBytes;
  const reserve = (bytes: number): number => {
    const at = end;
    guards.push(at + Math.ceil(bytes / lineBytes) * lineBytes);
    end = guards[guards.length - 1] + lineBytes;
    return at;
  };
  for (const [name, { values }] of Object.entries(tensors)) places.set(name, reserve(values.byteLength));
  places.set(scratchTensor, reserve(lowered.scratchBytes));
  const own = Array.from({ length: threads }, () => reserve(lowered.threadScratchBytes));

  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / 65_536), maximum: mostPages });
  const words = new Uint32Array(memory.buffer);
  words.fill(poison);
  for (const [name, { values }] of Object.entries(tensors))
    if (!call.writes.includes(name)) words.set(wordsOf(values), places.get(name)! / 4);

  const instances = own.map((scratch, thread) => {
    const exports = instantiateKernels(module, memory);
    exports.setThread(thread, threads, scratch);
    return exports;
  });
  for (const { kernel, args } of lowered.calls) {
    const numbers = args.map((arg) => (typeof arg === 'number' ? arg : addressOf(places, arg)));
    for (const exports of instances.toReversed()) {
      assert(kernel in exports, `the module exports the kernel ${kernel}`);
      exports[kernel](...numbers);
    }
  }
  for (const guard of guards)
    for (let at = guard; at < guard + lineBytes; at += 4)
      assert(words[at / 4] === poison, `${call.op} writes only into its tensors`);
  for (const name of call.reads) {
    const unchanged = wordsOf(tensors[name].values);
    const at = places.get(name)! / 4;
    assert(
      unchanged.every((word, i) => words[at + i] === word),
      `${call.op} leaves ${name} as it was`,
    );
  }
  return Object.fromEntries(
    [...call.writes, ...call.updates].map((name) => {
      const { values } = tensors[name];
      const bytes = memory.buffer.slice(places.get(name)!, places.get(name)! + values.byteLength);
      return [name, values instanceof Uint32Array ? new Uint32Array(bytes) : new Float32Array(bytes)];
    }),
  );
}

export function pathsHere(): SimdPath[] {
  return (['simd', 'relaxed'] as const).filter((path) => kernelModule(path, false));
}

/** The path of plain SIMD is compared in Node, on the same engine of WebAssembly: a page compares the other alone. */
function comparedHere(): SimdPath[] {
  const paths = pathsHere();
  return typeof document === 'undefined' ? paths : paths.slice(-1);
}

/** The largest difference from the call's own reference in f64, per tensor that it writes or updates. Asserts that
 *  two, three and five threads compute the bits of one. Compares plain SIMD in Node 20, and the relaxed path in Chromium,
 *  which relaxed-simd.gpu.test.ts asserts. */
export function compareOnSimd(call: OpCall, tensors: Operands): Record<Tensor, number> {
  const reals = new Map<Tensor, Float64Array>();
  const integers = new Map<Tensor, Uint32Array>();
  for (const [name, { values }] of Object.entries(tensors))
    if (values instanceof Uint32Array) integers.set(name, values.slice());
    else reals.set(name, Float64Array.from(values instanceof Uint16Array ? fromHalfs(values) : values));
  call.reference({ reals: (name) => reals.get(name)!, integers: (name) => integers.get(name)! });

  const differences: Record<Tensor, number> = {};
  for (const path of comparedHere()) {
    const alone = runOnSimd(call, tensors, 1, path);
    for (const threads of [2, 3, 5])
      for (const [name, values] of Object.entries(runOnSimd(call, tensors, threads, path))) {
        const expected = wordsOf(alone[name]);
        const isSame = wordsOf(values).every((word, i) => word === expected[i]);
        assert(isSame, `${call.op}: ${threads} threads compute the bits of one in ${name}`);
      }
    for (const [name, values] of Object.entries(alone)) {
      const difference = largestDifference(values, integers.get(name) ?? reals.get(name)!);
      differences[name] = Math.max(differences[name] ?? 0, difference);
    }
  }
  return differences;
}

function wordsOf(values: SimdOperand['values']): Uint32Array {
  if (!(values instanceof Uint16Array))
    return new Uint32Array(values.buffer, values.byteOffset, values.length);
  const words = new Uint32Array(Math.ceil(values.length / 2));
  new Uint16Array(words.buffer).set(values);
  return words;
}

function addressOf(places: ReadonlyMap<Tensor, number>, tensor: Tensor): number {
  const address = places.get(tensor);
  assert(address !== undefined, `the test has a tensor ${tensor}`);
  return address;
}
