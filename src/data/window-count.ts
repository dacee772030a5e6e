// How many windows of T tokens a text has, and which of them are held out. Windows begin ⌈T/2⌉ tokens apart.

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

/** Windows: the first ones and the last ones, with those between that share tokens with both. */
export interface TextCut {
  readonly trained: number;
  readonly held: number;
}

/** `overlap`: windows after a window that share tokens with it. `wanted`: to hold out. */
export function cutText(windows: number, overlap: number, wanted: number): TextCut {
  const held = Math.max(0, Math.min(wanted, windows - overlap - 1));
  return { held, trained: held > 0 ? windows - held - overlap : windows };
}

/** The number of windows that forms hold out of a text. */
export function heldOutWindows(windows: number): number {
  return Math.min(128, Math.floor(windows / 5));
}
