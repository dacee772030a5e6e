// Known answers of PowerSGD's products (as of the codecs' kernels in ../self-test.ts): a thread takes SIMD when it gives the
// known bits, else the plain loops when those do; else this engine must not use PowerSGD.
import { assert } from '../../base/assert';
import { hashHex, hashWords } from '../../base/hash';
import { prng } from '../../base/prng';
import { plainProducts, type Products } from './products';
import { wasmProducts } from './wasm-products';

export const knownProducts = '0c4b93c3fab2096e';

let chosen: Products | undefined;

/** The products of this thread; the first call tests them. */
export function chosenProducts(): Products {
  return (chosen ??= firstExact([wasmProducts(), plainProducts]));
}

/** The first that give the known bits. */
export function firstExact(candidates: readonly (Products | undefined)[]): Products {
  const exact = candidates.find((products) => products && digestOf(products) === knownProducts);
  assert(exact, 'this engine multiplies the known matrices to the known bits');
  return exact;
}

/** Digest of all products of matrices with ragged ends, wider than a tile and taller than one. In each sum a large term and
 *  its negative cancel, so that another order of additions gives other bits. */
export function digestOf(products: Products): string {
  const random = prng('power-sgd products');
  const parts: number[] = [];
  const add = ({ buffer }: Float32Array): void => {
    const { lo, hi } = hashWords(new Uint32Array(buffer));
    parts.push(lo, hi);
  };
  const matrix = (rows: number, columns: number): Float32Array =>
    Float32Array.from({ length: rows * columns }, () => random.normal());
  for (const [rows, columns, rank] of [
    [7, 9, 1],
    [130, 131, 3],
    [6, 5001, 2],
    [65, 62, 4],
  ]) {
    const m = { start: 0, rows, columns, rank, leftAt: 0, rightAt: 0 };
    const [values, left, right] = [matrix(rows, columns), matrix(rows, rank), matrix(columns, rank)];
    const [leftOut, rightOut, sum, residual] = [left, right, values, values].map((one) => one.slice());

    copyRow(right, rank, 1, columns - 2, 1);
    products.multiplyRight(m, cancelColumns(values, columns, 1, columns - 2), right, leftOut);
    copyRow(left, rank, 1, rows - 2, 1);
    const tall = scaleRow(values.slice(), columns, 1);
    copyRow(tall, columns, 1, rows - 2, -1);
    products.multiplyLeft(m, tall, left, rightOut);
    const lefts = rank > 2 ? cancelColumns(left, rank, 0, 2) : left;
    if (rank > 2) for (let c = 0; c < columns; c++) right[c * rank + 2] = right[c * rank];
    products.reconstruct(m, lefts, right, sum);
    products.reconstruct(m, lefts, right, residual, values);
    for (const one of [leftOut, rightOut, sum, residual]) add(one);
  }
  return hashHex(hashWords(Uint32Array.from(parts)));
}

/** This number leaves 8 bits of a number near 1 in f64. */
const large = 2 ** 45;

/** A copy whose column `to` is minus its column `from`, both large. */
function cancelColumns(matrix: Float32Array, columns: number, from: number, to: number): Float32Array {
  const copy = matrix.slice();
  for (let at = 0; at < copy.length; at += columns) copy[at + to] = -(copy[at + from] *= large);
  return copy;
}

function scaleRow(matrix: Float32Array, columns: number, row: number): Float32Array {
  for (let at = row * columns; at < (row + 1) * columns; at++) matrix[at] *= large;
  return matrix;
}

function copyRow(matrix: Float32Array, columns: number, from: number, to: number, factor: number): void {
  for (let c = 0; c < columns; c++) matrix[to * columns + c] = factor * matrix[from * columns + c];
}
