// The products in SIMD WebAssembly (wasm/products.as). Factors become f64 in a memory of their own, once for a matrix; the
// matrix passes through it a few rows at a time.
import { once } from '../../base/once';
import { wasmExports } from '../../base/wasm-module';
import { codecsModule } from '../wasm-kernels';
import type { FactoredMatrix } from './plan';
import type { Products } from './products';

type Exports = Readonly<Record<keyof Products, (...args: number[]) => void>>;

const pageBytes = 65_536;
/** 64 KiB of a matrix pass at a time, but at least the four rows that a kernel takes. */
const tileElements = 16_384;

/** Where a matrix's arrays lie in the memory. */
interface Places {
  readonly tile: Float32Array;
  /** Rows in a tile: a multiple of four. */
  readonly tileRows: number;
  /** tileRows × rank, and columns × rank in either order; the rank is even. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly evenRank: number;
}

/** Undefined where this engine has no SIMD. */
export const wasmProducts = once((): Products | undefined => {
  const module = codecsModule();
  if (!module) return undefined;
  const memory = new WebAssembly.Memory({ initial: 4 });
  return productsOver(wasmExports(module, memory) as unknown as Exports, memory);
});

function productsOver(wasm: Exports, memory: WebAssembly.Memory): Products {
  const placesFor = ({ columns, rank }: FactoredMatrix): Places => {
    const evenRank = rank + (rank % 2);
    const tileRows = Math.max(4, Math.floor(tileElements / columns / 4) * 4);
    const tileBytes = Math.ceil((4 * tileRows * columns) / 16) * 16;
    const leftAt = pageBytes + tileBytes;
    const rightAt = leftAt + 8 * tileRows * evenRank;
    const missing = rightAt + 8 * columns * evenRank - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    return {
      tile: new Float32Array(memory.buffer, pageBytes, tileRows * columns),
      tileRows,
      left: new Float64Array(memory.buffer, leftAt, tileRows * evenRank),
      right: new Float64Array(memory.buffer, rightAt, columns * evenRank),
      evenRank,
    };
  };
  /** Copies a factor's rows into f64, an even number of them wide. */
  const widen = (from: Float32Array, at: number, rows: number, rank: number, into: Float64Array): void => {
    const evenRank = rank + (rank % 2);
    into.fill(0);
    for (let i = 0; i < rows; i++)
      for (let k = 0; k < rank; k++) into[i * evenRank + k] = from[at + i * rank + k];
  };
  const widenTransposed = (from: Float32Array, m: FactoredMatrix, into: Float64Array): void => {
    into.fill(0);
    for (let c = 0; c < m.columns; c++)
      for (let k = 0; k < m.rank; k++) into[k * m.columns + c] = from[m.rightAt + c * m.rank + k];
  };
  const narrow = (from: Float64Array, rows: number, rank: number, into: Float32Array, at: number): void => {
    const evenRank = rank + (rank % 2);
    for (let i = 0; i < rows; i++)
      for (let k = 0; k < rank; k++) into[at + i * rank + k] = from[i * evenRank + k];
  };
  /** Runs on each tile: its first row, its number of rows, and where it lies in the flat vector. */
  const eachTile = (
    { start, rows, columns }: FactoredMatrix,
    tileRows: number,
    run: (row: number, count: number, from: number, to: number) => void,
  ): void => {
    for (let row = 0; row < rows; row += tileRows) {
      const count = Math.min(tileRows, rows - row);
      run(row, count, start + row * columns, start + (row + count) * columns);
    }
  };
  const load = (tile: Float32Array, values: Float32Array, from: number, to: number): void => {
    tile.set(values.subarray(from, to));
    tile.fill(0, to - from);
  };

  return {
    multiplyRight(m, values, right, left) {
      const { columns, rank, leftAt, rightAt } = m;
      const places = placesFor(m);
      widen(right, rightAt, columns, rank, places.right);
      eachTile(m, places.tileRows, (row, count, from, to) => {
        load(places.tile, values, from, to);
        const addresses = [places.right.byteOffset, places.evenRank, places.left.byteOffset];
        wasm.multiplyRight(pageBytes, count, columns, ...addresses);
        narrow(places.left, count, rank, left, leftAt + row * rank);
      });
    },
    multiplyLeft(m, values, left, right) {
      const { columns, rank, leftAt, rightAt } = m;
      const places = placesFor(m);
      places.right.fill(0);
      eachTile(m, places.tileRows, (row, count, from, to) => {
        load(places.tile, values, from, to);
        widen(left, leftAt + row * rank, count, rank, places.left);
        const addresses = [places.left.byteOffset, places.evenRank, places.right.byteOffset];
        wasm.multiplyLeft(pageBytes, count, columns, ...addresses);
      });
      narrow(places.right, columns, rank, right, rightAt);
    },
    reconstruct(m, left, right, into, minuend) {
      const { columns, rank, leftAt } = m;
      const places = placesFor(m);
      widenTransposed(right, m, places.right);
      eachTile(m, places.tileRows, (row, count, from, to) => {
        if (minuend) load(places.tile, minuend, from, to);
        widen(left, leftAt + row * rank, count, rank, places.left);
        const addresses = [places.left.byteOffset, places.right.byteOffset, places.evenRank];
        wasm.reconstruct(pageBytes, count, columns, ...addresses, minuend ? 1 : 0);
        into.set(places.tile.subarray(0, to - from), from);
      });
    },
  };
}
