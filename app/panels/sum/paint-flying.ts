// Chunks on their way, on a canvas.
import { ownerIn } from './drawn-sum';
import { isCrossed, paintColumn, type Brush } from './paint-column';
import { alongWay, openWay, wordsReach, type Point, type SumLayout } from './sum-layout';
import type { Flying } from './sum-play';

export function paintAllFlying(brush: Brush): void {
  const flying = brush.state.phase === 'begin' ? [] : brush.state.flying;
  const scarce = Math.ceil(flying.length / mostFlying);
  for (const [index, each] of flying.entries())
    if (index % scarce === 0) paintFlying(brush, each, flying.length);
}

/** More on their way at once cannot be followed: then every second or third of them is drawn. */
const mostFlying = 400;

function paintFlying(brush: Brush, each: Flying, count: number): void {
  const { context, layout, look, play, state } = brush;
  const { from, to, chunk, parts, share } = each;
  const { places } = layout;
  const [begin, end] = openWay(layout, places[from], places[to]);
  const on = alongWay(layout, places[from], places[to], begin + (end - begin) * eased(share));
  const fallen = state.phase === 'lost' ? state.phaseShare : 0;
  const at = { x: on.x, y: on.y + fallen * fallen * layout.height * 0.6 };
  const owner = ownerIn(play.sum, chunk) ?? parts[0];
  context.save();
  context.globalAlpha = 1 - fallen;
  const isCrowd = count > 4 && isCrossed(play);
  const scale = isCrowd ? 0.6 : play.chunks === 1 ? 0.75 : 1;
  const [width, height] = [layout.column.width * scale, layout.column.height * scale];
  if (layout.isMarks || count > 60 || width < 6) {
    const side = Math.max(5, Math.min(layout.height / 50, layout.isMarks ? width * 0.6 : width));
    context.fillStyle = look.ownerLine(owner);
    context.strokeStyle = look.surface;
    context.lineWidth = 1;
    context.fillRect(at.x - side / 2, at.y - side / 2, side, side);
    context.strokeRect(at.x - side / 2, at.y - side / 2, side, side);
    context.restore();
    return;
  }
  const pad = Math.max(2, width * 0.22);
  context.translate(at.x, at.y);
  context.rotate(fallen * 0.5);
  context.beginPath();
  context.roundRect(-width / 2 - pad, -height / 2 - pad, width + 2 * pad, height + 2 * pad, pad + 3);
  context.fillStyle = look.surface;
  context.fill();
  context.strokeStyle = look.ownerLine(owner);
  context.lineWidth = Math.max(1.5, width / 11);
  context.stroke();
  paintColumn(brush, { x: 0, y: 0 }, scale, chunk, parts);
  const { leastText } = layout;
  if (leastText > 0 && width > 0.9 * leastText && !isCrowd) paintCount(brush, each, at, height / 2 + pad);
  context.restore();
}

/** The number of parts in a chunk that is on its way, above or below its edge: away from the words in the middle, where there
 *  is room. The middle of the chunk is the canvas's origin, and lies `at` in the picture. */
function paintCount(
  { context, layout, look, texts }: Brush,
  { kind, parts }: Flying,
  at: Point,
  edge: number,
): void {
  const size = Math.max(layout.leastText, Math.min(26, layout.column.width * 0.72));
  context.font = `700 ${size}px ${look.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const text = kind === 'copy' ? texts.copied : `+${parts.length}`;
  const box = { width: context.measureText(text).width, height: size };
  const outer = at.y < layout.label.y ? -1 : 1;
  const y = [outer, -outer]
    .map((side) => side * (edge + size * 0.75))
    .find((down) => isFree(layout, { x: at.x, y: at.y + down }, box));
  if (y === undefined) return;
  context.strokeStyle = look.surface;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeText(text, 0, y);
  context.fillStyle = look.ink;
  context.fillText(text, 0, y);
}

/** A box around `at` lies in the picture, on no card and not on the words in the middle. */
function isFree(
  layout: SumLayout,
  at: Point,
  box: { readonly width: number; readonly height: number },
): boolean {
  const { width, height, places, card, label } = layout;
  const [across, down] = [box.width / 2, box.height / 2];
  if (at.x < across || at.x > width - across || at.y < down || at.y > height - down) return false;
  const words = wordsReach(layout);
  const isBeside = Math.abs(at.x - label.x) >= across + words.x;
  if (label.align === 'center' && !isBeside && Math.abs(at.y - label.y) < down + words.y) return false;
  return places.every(
    ({ x, y }) =>
      Math.abs(at.x - x) >= across + card.width / 2 || Math.abs(at.y - y) >= down + card.height / 2,
  );
}

/** Slow at both ends. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}
