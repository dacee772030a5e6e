// How many windows of T tokens a text has. Windows begin ⌈T/2⌉ tokens apart.

export const strideOf = (context: number): number => Math.ceil(context / 2);

/** How many windows after a window share tokens with it. */
export const overlapOf = (context: number): number => Math.ceil((context + 1) / strideOf(context)) - 1;

/** The number of whole windows of `context` + 1 tokens. */
export function windowCount(tokens: number, context: number): number {
  return tokens <= context ? 0 : Math.floor((tokens - context - 1) / strideOf(context)) + 1;
}

/** The tokens of a text of exactly that many windows, without a rest. */
export function tokenCount(windows: number, context: number): number {
  return (windows - 1) * strideOf(context) + context + 1;
}
