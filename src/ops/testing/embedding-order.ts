// The token order that the host writes (Builder.tokenOrder), straight from its definition.

/** Where each token's positions begin (vocabulary + 1), then the positions by token, ascending within a token. */
export function tokenOrderOf(inputs: ArrayLike<number>, vocabulary: number): Uint32Array {
  const starts: number[] = [];
  const positions: number[] = [];
  for (let token = 0; token <= vocabulary; token++) {
    starts.push(positions.length);
    for (let at = 0; at < inputs.length; at++) if (inputs[at] === token) positions.push(at);
  }
  return Uint32Array.of(...starts, ...positions);
}
