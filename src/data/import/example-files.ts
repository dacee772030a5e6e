// Rows of a table that come one by one, as a pair of IDX files: their inputs, and their classes or amounts. Only a piece of the inputs is held at a time;
// finished pieces go to a shelf.
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../../base/bytes';
import { blobShelf, type ByteShelf } from '../byte-shelf';
import { ExamplesTally, type ExamplesPreview } from './preview';
import type { TakeExample } from './table';
import { idxHead } from '../idx';

export interface WrittenExamples {
  readonly inputFile: Blob;
  readonly labelFile: Blob;
  /** The hash that openIdx has of these files. */
  readonly sha256: string;
  readonly classes: number;
  readonly preview: ExamplesPreview;
}

/** Rounded down to whole examples, but one at least. */
const pieceBytes = 2 ** 20;

export class ExampleFiles {
  readonly #width: number;
  readonly #head: Uint8Array<ArrayBuffer>;
  readonly #hash = sha256.create();
  readonly #tally: ExamplesTally;
  /** Classes as bytes, or amounts as floats in big-endian order. */
  readonly #labels: DataView<ArrayBuffer>;
  readonly #shelf: ByteShelf;
  readonly #piece: DataView<ArrayBuffer>;
  #filled = 0; // bytes of #piece
  #written = 0; // examples

  /** `width`: inputs of an example. `shelf`: new, for the inputs; a full disk throws there. `amounts`: of an example; 0: it
   *  has a class. */
  constructor(
    examples: number,
    width: number,
    shelf = blobShelf(),
    readonly amounts = 0,
  ) {
    this.#shelf = shelf;
    this.#width = width;
    this.#head = idxHead([examples, width], 'floats');
    this.#hash.update(this.#head);
    shelf.append(this.#head);
    this.#tally = new ExamplesTally(examples, amounts > 0 ? 1 : undefined);
    this.#labels = new DataView(new ArrayBuffer(examples * Math.max(1, 4 * amounts)));
    const perPiece = Math.max(1, Math.floor(pieceBytes / (4 * width)));
    this.#piece = new DataView(new ArrayBuffer(4 * width * Math.min(perPiece, Math.max(1, examples))));
  }

  readonly add: TakeExample = (inputs, label) => {
    if (this.#filled === this.#piece.byteLength) this.#finishPiece();
    for (let at = 0; at < this.#width; at++, this.#filled += 4)
      this.#piece.setFloat32(this.#filled, inputs[at]);
    const row = this.#written++;
    if (typeof label === 'number') this.#labels.setUint8(row, label);
    else
      for (const [term, value] of label.entries())
        this.#labels.setFloat32(4 * (row * this.amounts + term), value);
    const one = typeof label === 'number' ? label : 0;
    this.#tally.add(new Uint32Array(inputs.buffer, inputs.byteOffset, this.#width), one);
  };

  /** All examples have been added. `seed`: of the previewed split. */
  async finish(seed: number): Promise<WrittenExamples> {
    this.#finishPiece();
    const inputFile = await this.#shelf.finish();
    const labelHead =
      this.amounts > 0 ? idxHead([this.#written, this.amounts], 'floats') : idxHead([this.#written], 'bytes');
    const labelFile = new Blob([labelHead, this.#labels]);
    const digest = this.#hash.update(new Uint8Array(await labelFile.arrayBuffer())).digest();
    const samples: Float32Array[] = [];
    for (const index of this.#tally.shown) samples.push(await this.#read(inputFile, index));
    const preview = this.#tally.preview(samples, seed);
    return { inputFile, labelFile, sha256: toHex(digest), classes: preview.counts.length, preview };
  }

  #finishPiece(): void {
    const bytes = new Uint8Array(this.#piece.buffer, 0, this.#filled);
    this.#hash.update(bytes);
    this.#shelf.append(bytes);
    this.#filled = 0;
  }

  async #read(inputFile: Blob, index: number): Promise<Float32Array> {
    const from = this.#head.length + 4 * this.#width * index;
    const view = new DataView(await inputFile.slice(from, from + 4 * this.#width).arrayBuffer());
    return Float32Array.from({ length: this.#width }, (_, at) => view.getFloat32(4 * at));
  }
}
