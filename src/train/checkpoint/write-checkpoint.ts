// A versioned state as a `.safetensors` file: parameters under their PyTorch names, `optimizer.VECTOR.NAME` in the same
// layouts, `optimizer.products` (f64), and the run in the metadata. The file comes in small pieces, so that a replica
// can train between two of them. The state must not change meanwhile.
import { bytesOf } from '../../base/bytes';
import { stateShapeOf } from '../run/exact-update';
import type { VersionedState } from '../state/versioned-state';
import { encodeFacts, type CheckpointFacts } from './checkpoint-facts';
import { toFileOrder } from './permute';
import { safetensorsHead, type FileTensor } from './safetensors-header';
import { tensorLayouts, type TensorLayout } from './tensor-layout';

/** Elements of a piece: 256 KiB, permuted in less than a millisecond. */
const pieceElements = 1 << 16;

/** What the replica knows beside the state. */
export type Surroundings = Pick<
  CheckpointFacts,
  'lineage' | 'savedAtMs' | 'loss' | 'engine' | 'vocabulary' | 'sheet'
>;

/** A vector of the state and its name in the file. */
interface NamedVector {
  readonly prefix: string;
  readonly flat: Float32Array;
}

export function* checkpointPieces(
  { state, tensors, digest }: VersionedState,
  around: Surroundings,
): Generator<Uint8Array<ArrayBuffer>> {
  const layouts = tensorLayouts(state.config.model);
  const names = stateShapeOf(state).vectors;
  const vectors: NamedVector[] = [
    { prefix: '', flat: tensors.parameters },
    ...tensors.vectors.map((flat, i) => ({ prefix: `optimizer.${names[i]}.`, flat })),
  ];
  const { scalars } = tensors;
  const products: FileTensor[] =
    scalars.length > 0 ? [{ name: productsName, dtype: 'F64', shape: [scalars.length] }] : [];
  const facts = { ...around, state, digest, updates: tensors.step };
  const named = vectors.flatMap(({ prefix }) => layouts.map((layout) => fileTensor(prefix, layout)));
  yield safetensorsHead([...products, ...named], encodeFacts(facts));
  if (scalars.length > 0) yield new Uint8Array(bytesOf(scalars));
  for (const { flat } of vectors)
    for (const layout of layouts)
      for (let at = 0; at < layout.length; at += pieceElements) {
        const piece = new Float32Array(Math.min(pieceElements, layout.length - at));
        toFileOrder(layout, flat, at, piece);
        yield new Uint8Array(piece.buffer);
      }
}

export const productsName = 'optimizer.products';

export function fileTensor(prefix: string, { name, shape }: TensorLayout): FileTensor {
  return { name: `${prefix}${name}`, dtype: 'F32', shape };
}

/** `pause` is awaited between two pieces. */
export async function checkpointFile(
  held: VersionedState,
  around: Surroundings,
  pause: () => Promise<void>,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (const piece of checkpointPieces(held, around)) {
    pieces.push(piece);
    await pause();
  }
  return new Blob(pieces, { type: 'application/octet-stream' });
}

export function checkpointName(lineage: string, run: number, step: number): string {
  return `lockstep-${lineage}-run-${run}-step-${step}.safetensors`;
}
