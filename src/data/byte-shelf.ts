// Where the bytes of a large file stay until all of them are there.
export interface ByteShelf {
  /** Copies `bytes` behind those before. Throws where there is no room. */
  append(bytes: Uint8Array<ArrayBuffer>): void;
  /** All bytes, once. */
  finish(): Promise<Blob>;
}

/** Keeps them as Blobs: a browser holds these outside the heap of the thread that made them, Node in the process. */
export function blobShelf(): ByteShelf {
  const pieces: Blob[] = [];
  return {
    append: (bytes) => void pieces.push(new Blob([bytes])),
    finish: () => Promise.resolve(new Blob(pieces)),
  };
}
