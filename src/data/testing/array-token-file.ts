// A file of tokens in an array, which counts what is read and may have too little room.
import { StorageFullError } from '../../base/storage-words';
import type { TokenFile } from '../tokens';

export class ArrayTokenFile implements TokenFile {
  bytes = new Uint8Array();
  /** The place and length of each read, in order. */
  reads: { readonly at: number; readonly length: number }[] = [];
  isRemoved = false;

  constructor(readonly room = Infinity) {}

  write(at: number, from: Uint8Array): void {
    if (at + from.length > this.room) throw new StorageFullError();
    if (at + from.length > this.bytes.length) {
      const grown = new Uint8Array(at + from.length);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes.set(from, at);
  }

  read(at: number, into: Uint8Array): void {
    if (this.isRemoved) throw new Error('the file was removed');
    if (at + into.length > this.bytes.length) throw new Error('beyond the end');
    this.reads.push({ at, length: into.length });
    into.set(this.bytes.subarray(at, at + into.length));
  }

  remove(): Promise<void> {
    this.isRemoved = true;
    return Promise.resolve();
  }
}
