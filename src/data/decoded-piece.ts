// A piece of a text in some encoding.

/** `piece`: undefined at the end. Undefined: the text is not in that encoding. `decoder`: a fatal one. */
export function decodedPiece(decoder: TextDecoder, piece: Uint8Array | undefined): string | undefined {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    return undefined;
  }
}
