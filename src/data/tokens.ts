// The tokens of a text, wherever they are: an array is one form, a private file on this device the other (file-tokens.ts).
export interface Tokens {
  readonly length: number;
  /** Tokens `start` to `end`, without the last. Valid until the next call. Throws where a file cannot be read. */
  subarray(start: number, end: number): Uint8Array | Uint16Array;
}

/** Bytes of tokens in a row, which go to memory (growing-bytes.ts) or to a file (token-pages.ts). */
export interface TokenBytes {
  append(bytes: Uint8Array): void;
}
