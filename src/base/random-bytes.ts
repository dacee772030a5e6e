// Cryptographically random bytes.

/** A source of random bytes; an argument, so that tests can repeat a run. */
export type RandomBytes = (length: number) => Uint8Array;

export const secureRandom: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));
