// Chunks on their way, on a canvas.
import { ownerIn } from './drawn-sum';
import { isCrossed, paintColumn, type Brush } from './paint-column';
import { onWay, openWay } from './sum-layout';
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
  const { places, bend } = layout;
  const [begin, end] = openWay(layout, places[from], places[to], bend);
  const on = onWay(places[from], places[to], bend, begin + (end - begin) * eased(share));
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
  // The words stand on the outer side, away from those in the middle, where that is in the picture.
  const reach = height / 2 + 2 * pad + 1.5 * layout.leastText;
  const isUp = at.y < layout.label.y ? at.y > reach : at.y + reach > layout.height;
  if (width > 0.9 * layout.leastText && !isCrowd)
    paintCount(brush, each, (isUp ? -1 : 1) * (height / 2 + pad));
  context.restore();
}

/** The number of parts in a chunk that is on its way, beside it. */
function paintCount({ context, layout, look, texts }: Brush, { kind, parts }: Flying, y: number): void {
  const size = Math.max(layout.leastText, Math.min(26, layout.column.width * 0.72));
  context.font = `700 ${size}px ${look.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.strokeStyle = look.surface;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  const text = kind === 'copy' ? texts.copied : `+${parts.length}`;
  const at = y + Math.sign(y) * size * 0.75;
  context.strokeText(text, 0, at);
  context.fillStyle = look.ink;
  context.fillText(text, 0, at);
}

/** Slow at both ends. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}
