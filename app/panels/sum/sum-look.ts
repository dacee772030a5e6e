// The colours that a picture of a sum is painted with: the page's tokens, or the system's own colours, in which owners differ
// by pattern. Read once a theme, not once a frame.

/** The owners' colours in tokens.css. */
const ownerCount = 16;

export interface SumLook {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly edge: string;
  readonly surface: string;
  readonly good: string;
  readonly goodWash: string;
  readonly bad: string;
  readonly font: string;
  /** Lines of owners, and their fills: a colour, or a pattern. */
  readonly ownerLine: (position: number) => string;
  readonly ownerFill: (position: number) => string | CanvasPattern;
  /** Owners differ by pattern alone. */
  readonly hasPatterns: boolean;
  /** Fine patterns for the stripes of a mark, from the first stripe on; none where colours tell them apart. */
  readonly stripeFills: readonly (string | CanvasPattern)[];
  /** The part of a fill that is not whole yet. */
  readonly partAlpha: number;
}

export function lookOf(canvas: HTMLCanvasElement): SumLook {
  const style = getComputedStyle(canvas);
  const font = style.fontFamily;
  if (matchMedia('(forced-colors: active)').matches) {
    const { color: ink, caretColor: surface, outlineColor: chosen } = style;
    const patterns = patternsOf(ink, surface);
    return {
      ink,
      soft: ink,
      line: ink,
      edge: ink,
      surface,
      good: chosen,
      goodWash: surface,
      bad: chosen,
      font,
      ownerLine: () => ink,
      ownerFill: (position) => patterns[position % patterns.length],
      hasPatterns: true,
      stripeFills: finePatternsOf(ink, surface),
      partAlpha: 1,
    };
  }
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const isDark = style.colorScheme.includes('dark');
  const owners = Array.from({ length: ownerCount }, (_, owner) => token(`--owner-${owner}`));
  const colour = (position: number): string => owners[position % ownerCount];
  return {
    ink: token('--ink'),
    soft: token('--ink-2'),
    line: token('--line'),
    edge: token('--line-strong'),
    surface: token('--surface'),
    good: token('--good'),
    goodWash: token('--good-wash'),
    bad: token('--bad'),
    font,
    ownerLine: colour,
    ownerFill: colour,
    hasPatterns: false,
    stripeFills: [],
    partAlpha: isDark ? 0.55 : 0.45,
  };
}

type Paint = (context: CanvasRenderingContext2D) => void;

/** Eight patterns that differ without colour. */
function patternsOf(ink: string, surface: string): readonly (string | CanvasPattern)[] {
  const side = 8;
  return tiled(ink, surface, side, [
    (context) => context.fillRect(0, 0, side, side),
    (context) => lines(context, [0, side, side, 0], [-4, 4, 4, -4], [4, 12, 12, 4]),
    (context) => context.fillRect(0, 0, side, 3),
    (context) => context.fillRect(0, 0, 3, side),
    (context) => lines(context, [0, 0, side, side], [-4, 4, 4, 12], [4, -4, 12, 4]),
    (context) => context.fillRect(2, 2, 4, 4),
    (context) => lines(context, [0, 4, side, 4], [4, 0, 4, side]),
    (context) => {
      context.fillRect(0, 0, 4, 4);
      context.fillRect(4, 4, 4, 4);
    },
  ]);
}

/** Four patterns that differ in a stripe of few px: neighbours differ by their darkness too. */
function finePatternsOf(ink: string, surface: string): readonly (string | CanvasPattern)[] {
  const side = 4;
  return tiled(ink, surface, side, [
    (context) => context.fillRect(0, 0, side, side),
    (context) => context.fillRect(0, 0, 1, side),
    (context) => context.fillRect(0, 0, 3, side),
    (context) => context.fillRect(0, 0, 1, 1),
  ]);
}

function tiled(
  ink: string,
  surface: string,
  side: number,
  paints: readonly Paint[],
): readonly (string | CanvasPattern)[] {
  return paints.map((paint) => {
    const tile = document.createElement('canvas');
    tile.width = tile.height = side;
    const context = tile.getContext('2d');
    if (!context) return ink;
    context.fillStyle = surface;
    context.fillRect(0, 0, side, side);
    context.fillStyle = context.strokeStyle = ink;
    context.lineWidth = 2;
    paint(context);
    return context.createPattern(tile, 'repeat') ?? ink;
  });
}

type Line = readonly [x: number, y: number, toX: number, toY: number];

function lines(context: CanvasRenderingContext2D, ...all: readonly Line[]): void {
  context.beginPath();
  for (const [x, y, toX, toY] of all) {
    context.moveTo(x, y);
    context.lineTo(toX, toY);
  }
  context.stroke();
}
