// How wide a label is in the page's font, px. All digits count as wide as a 0, because the page uses tabular digits.

const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** The width for a browser that draws no text on a canvas: 0.7 of the font size per character, more than most
 *  characters take. */
export function textWidth(text: string, sizePx: number): number {
  const shape = `${sizePx} ${text.replace(/\d/g, '0')}`;
  const known = widths.get(shape);
  if (known !== undefined) return known;
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0.7 * sizePx * text.length;
  context.font = `${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  const { width } = context.measureText(text.replace(/\d/g, '0'));
  widths.set(shape, width);
  return width;
}
