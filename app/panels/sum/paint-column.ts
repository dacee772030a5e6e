// A chunk on a canvas, at a member or on its way: a column with a slice for each part that is in it. Here is also what all that
// is painted of a sum shares.
import { ownerIn, type DrawnMember } from './drawn-sum';
import type { Point, SumLayout } from './sum-layout';
import type { SumLook } from './sum-look';
import type { SumPlay, SumState } from './sum-play';

/** What stands in the picture, in the page's language. */
export interface SumTexts {
  readonly title: string;
  readonly detail: string;
  /** The names, by position. */
  readonly names: readonly string[];
  readonly copied: string;
}

/** The words of a picture, without which it is drawn on a page that has others. */
export interface SumWords {
  nameOf(member: DrawnMember): string;
  /** `shownNames`: as they fit into the picture. */
  textsOf(play: SumPlay, state: SumState, shownNames: readonly string[]): SumTexts;
}

/** How a way between two members is drawn. */
export interface DrawnWay {
  readonly from: number;
  readonly to: number;
  readonly kind: 'usual' | 'slow' | 'slowest' | 'broken';
  readonly isRelayed: boolean;
}

export interface SumScene {
  readonly play: SumPlay;
  readonly layout: SumLayout;
  readonly ways: readonly DrawnWay[];
}

export interface Brush extends SumScene {
  readonly context: CanvasRenderingContext2D;
  readonly look: SumLook;
  readonly state: SumState;
  readonly texts: SumTexts;
}

/** Ways cross each other, and the middle of the picture. */
export function isCrossed({ sum }: SumPlay): boolean {
  return sum.way !== 'ring' && sum.members.length > 2;
}

export function paintColumn(
  brush: Brush,
  { x, y }: Point,
  scale: number,
  chunk: number,
  parts: readonly number[],
): void {
  const { context, layout, look, play } = brush;
  const [width, height] = [layout.column.width * scale, layout.column.height * scale];
  const of = play.parts.length;
  const owner = ownerIn(play.sum, chunk);
  const isWhole = parts.length === of;
  const left = x - width / 2;
  const top = y - height / 2;
  const line = width > 8 ? (isWhole ? 2 : 1.25) : 0.75;
  const inner = line + (width > 12 ? 1 : 0);
  context.beginPath();
  context.roundRect(left, top, width, height, Math.min(3, width / 4));
  context.fillStyle = look.surface;
  context.fill();
  const slice = (height - 2 * inner) / of;
  const gap = slice > 4 ? 1 : 0;
  for (const [at, part] of parts.entries()) {
    const isZero = !play.sum.members[part].adds;
    const [from, tall] = [top + height - inner - slice * (at + 1) + gap, slice - gap];
    context.globalAlpha *= isWhole ? 1 : look.partAlpha;
    context.fillStyle = look.ownerFill(owner ?? part);
    if (!isZero) context.fillRect(left + inner, from, width - 2 * inner, tall);
    context.globalAlpha /= isWhole ? 1 : look.partAlpha;
    if (!isZero || width < 8) continue;
    context.strokeStyle = look.ownerLine(owner ?? part);
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    context.strokeRect(left + inner + 1, from + 0.5, width - 2 * inner - 2, Math.max(1, tall - 1));
    context.setLineDash([]);
  }
  context.beginPath();
  context.roundRect(left + line / 2, top + line / 2, width - line, height - line, Math.min(3, width / 4));
  context.strokeStyle = owner === undefined ? look.edge : look.ownerLine(owner);
  context.lineWidth = line;
  context.stroke();
}
