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

/** A private file of this process or Worker, in which the tokens of a text stay that is too large for memory. */
export interface TokenFile {
  /** Writes all of `bytes` at byte `at`. Throws StorageFullError, or what the system says, where there is no room. */
  write(at: number, bytes: Uint8Array<ArrayBuffer>): void;
  /** Fills `into` from byte `at` on. Throws where fewer bytes are there. */
  read(at: number, into: Uint8Array<ArrayBuffer>): void;
  /** Ends it: nothing of it is left on the device. Never rejects. */
  remove(): Promise<void>;
}

/** A new file, where this device has room for so many bytes; undefined: it has none. */
export type OpenTokenFile = (bytes: number) => Promise<TokenFile | undefined>;
