// WebAssembly of the ceiling's kernel, assembled here: independent chains of x = x·factor + term on f32x4, in registers,
// and nothing else. A chain stays bounded, and the result depends on all, so no compiler can drop or fold them.

export interface ChainForm {
  readonly chains: number;
  /** relaxed_madd, which may be a fused multiply–add; otherwise mul and add. */
  readonly isRelaxed: boolean;
}

/** The steps of every chain, in one round. */
export const stepsPerRound = 8;

const wasmHead = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const type = { i32: 0x7f, f32: 0x7d, v128: 0x7b, function: 0x60, empty: 0x40 } as const;
const op = {
  ...{ loop: [0x03], branchIf: [0x0d], end: [0x0b], localGet: [0x20], localSet: [0x21], localTee: [0x22] },
  ...{ i32Const: [0x41], f32Const: [0x43], i32Sub: [0x6b] },
  ...{ splat: [0xfd, 0x13], firstLane: [0xfd, 0x1f, 0] },
  ...{ add: [0xfd, 0xe4, 0x01], multiply: [0xfd, 0xe6, 0x01], relaxedMultiplyAdd: [0xfd, 0x85, 0x02] },
} as const;

/** The function, for the caller: `multiply_add(rounds ≥ 1, factor)`. Its flops: 8 per chain and step. */
export type MultiplyAdd = (rounds: number, factor: number) => number;

export const term = 0.25;

/** A module whose export `multiply_add` runs `rounds` rounds, and returns the sum of lane 0 of all chains. */
export function multiplyAddModule({ chains, isRelaxed }: ChainForm): Uint8Array<ArrayBuffer> {
  const [rounds, factorScalar, factor, termLocal, firstChain] = [0, 1, 2, 3, 4];
  const get = (local: number): number[] => [...op.localGet, local];
  const set = (local: number): number[] => [...op.localSet, local];
  const each = (make: (local: number, chain: number) => number[]): number[] =>
    Array.from({ length: chains }, (_, chain) => make(firstChain + chain, chain)).flat();
  const step = each((x) => [
    ...[...get(x), ...get(factor)],
    ...(isRelaxed
      ? [...get(termLocal), ...op.relaxedMultiplyAdd]
      : [...op.multiply, ...get(termLocal), ...op.add]),
    ...set(x),
  ]);
  const body = [
    ...[1, chains + 2, type.v128], // one group of locals
    ...[...get(factorScalar), ...op.splat, ...set(factor)],
    ...[...op.f32Const, ...f32Bytes(term), ...op.splat, ...set(termLocal)],
    ...each((x, chain) => [...op.f32Const, ...f32Bytes(chain), ...op.splat, ...set(x)]),
    ...[...op.loop, type.empty],
    ...Array.from({ length: stepsPerRound }, () => step).flat(),
    ...[...get(rounds), ...op.i32Const, 1, ...op.i32Sub, ...op.localTee, rounds, ...op.branchIf, 0],
    ...op.end,
    ...each((x, chain) => [...get(x), ...(chain > 0 ? op.add : [])]),
    ...op.firstLane,
    ...op.end,
  ];
  return Uint8Array.from([
    ...wasmHead,
    ...section(1, [1, type.function, 2, type.i32, type.f32, 1, type.f32]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...sized([...new TextEncoder().encode('multiply_add')]), 0, 0]),
    ...section(10, [1, ...sized(body)]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

function sized(content: readonly number[]): number[] {
  return [...unsignedLeb(content.length), ...content];
}

function unsignedLeb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsignedLeb(value >>> 7)];
}

function f32Bytes(value: number): number[] {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value, true);
  return [...new Uint8Array(view.buffer)];
}
