// The words in the picture of a sum: the phase, and a detail below it, in two lines where one would lie over members.
import { isCrossed, type Brush } from './paint-column';
import { detailSize, wordsReach, type SumLayout } from './sum-layout';

export function paintWords({ context, layout, look, texts, play, state }: Brush): void {
  const { x, y, size, align } = layout.label;
  if (size === 0) return;
  context.textAlign = align;
  context.textBaseline = 'middle';
  const small = detailSize(layout.label, layout.leastText);
  context.font = `${small}px ${look.font}`;
  const widthOf = (text: string): number => context.measureText(text).width;
  const lines = layout.hasDetail ? detailLines(texts.detail, widthOf, wordsRoom(layout)) : [];
  const more = small * 1.2 * Math.max(0, lines.length - 1);
  const at = y - more / 2;
  if (isCrossed(play) && align === 'center') {
    const wide = Math.max(...lines.map(widthOf), size * 3) + size;
    context.fillStyle = look.surface;
    context.globalAlpha = 0.9;
    context.beginPath();
    context.roundRect(x - wide / 2, at - size * 1.15, wide, size * 2.2 + more, size / 2);
    context.fill();
    context.globalAlpha = 1;
  }
  context.fillStyle = look.soft;
  lines.forEach((line, row) => context.fillText(line, x, at + size * 0.2 + small * (1 + 1.2 * row)));
  context.font = `750 ${size}px ${look.font}`;
  context.fillStyle = state.phase === 'equal' ? look.good : state.phase === 'lost' ? look.bad : look.ink;
  context.fillText(texts.title, x, layout.hasDetail ? at - size * 0.25 : at);
}

/** The detail in one line if that is no wider than `room`, else in the two lines whose wider one is the narrowest. */
export function detailLines(
  detail: string,
  widthOf: (text: string) => number,
  room: number,
): readonly string[] {
  const words = detail.split(' ');
  if (words.length < 2 || widthOf(detail) <= room) return [detail];
  const pairs = words
    .slice(1)
    .map((_, last) => [words.slice(0, last + 1).join(' '), words.slice(last + 1).join(' ')]);
  const widerOf = (pair: readonly string[]): number => Math.max(...pair.map(widthOf));
  return pairs.reduce((best, pair) => (widerOf(pair) < widerOf(best) ? pair : best));
}

/** The width, in px, that words around the label have without lying over a card beside them. */
export function wordsRoom(layout: SumLayout): number {
  const { label, places, card, width } = layout;
  if (label.align === 'left') return width - label.x;
  const reach = wordsReach(layout).y + card.height / 2;
  const free = places
    .filter(({ y }) => Math.abs(y - label.y) < reach)
    .map(({ x }) => Math.abs(x - label.x) - card.width / 2)
    // A card above or below is not beside.
    .filter((space) => space > 0);
  return 2 * Math.min(width / 2, ...free) - label.size / 2;
}
