// One moment of a sum on a canvas: ways, members with their chunks, chunks on their way, and the phase in words.
import { ownerIn } from './drawn-sum';
import { bendOf, columnAt, onWay, type Point, type SumLayout } from './sum-layout';
import type { SumLook } from './sum-look';
import type { Flying, SumPlay, SumState } from './sum-play';

type Context = CanvasRenderingContext2D;

/** What stands in the picture, in the page's language. */
export interface SumTexts {
  readonly title: string;
  readonly detail: string;
  /** The names, by position. */
  readonly names: readonly string[];
  readonly copied: string;
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

interface Brush extends SumScene {
  readonly context: Context;
  readonly look: SumLook;
  readonly state: SumState;
  readonly texts: SumTexts;
}

export function paintSum(
  context: Context,
  scene: SumScene,
  state: SumState,
  look: SumLook,
  texts: SumTexts,
): void {
  const brush = { ...scene, context, look, state, texts };
  context.clearRect(0, 0, scene.layout.width, scene.layout.height);
  context.lineCap = 'butt';
  paintWays(brush);
  paintWords(brush);
  for (let member = 0; member < scene.play.sum.members.length; member++) paintMember(brush, member);
  const flying = state.phase === 'begin' ? [] : state.flying;
  const scarce = Math.ceil(flying.length / mostFlying);
  for (const [index, each] of flying.entries())
    if (index % scarce === 0) paintFlying(brush, each, flying.length);
}

/** More on their way at once cannot be followed: then every second or third of them is drawn. */
const mostFlying = 400;

const dashes: Readonly<Record<DrawnWay['kind'], readonly number[]>> = {
  usual: [2, 6],
  slow: [9, 3],
  slowest: [14, 3, 3, 3],
  broken: [1, 9],
};

function paintWays({ context, layout, ways, look, play }: Brush): void {
  const { places, bend } = layout;
  const isRing = play.sum.way === 'ring';
  for (const { from, to, kind, isRelayed } of ways) {
    const by = bendOf(places[from], places[to], isRing || places.length === 2 ? bend : 0);
    const isUsual = kind === 'usual';
    context.beginPath();
    context.moveTo(places[from].x, places[from].y);
    context.quadraticCurveTo(by.x, by.y, places[to].x, places[to].y);
    context.strokeStyle = isUsual ? (ways.length > 60 ? look.line : look.edge) : look.bad;
    context.lineWidth = isUsual ? (ways.length > 30 ? 1 : 1.5) : 3;
    context.setLineDash([...(isRelayed && isUsual ? [1, 10] : dashes[kind])]);
    context.lineCap = isRelayed ? 'round' : 'butt';
    context.stroke();
  }
  context.setLineDash([]);
  context.lineCap = 'butt';
}

function paintWords({ context, layout, look, texts, play, state }: Brush): void {
  const { x, y, size, align } = layout.label;
  const isAlone = play.sum.members.length < 2;
  const at = isAlone ? layout.height - size * 1.5 : y;
  context.textAlign = align;
  context.textBaseline = 'middle';
  const detailSize = Math.max(12, size * 0.42);
  context.font = `${detailSize}px ${look.font}`;
  const wide = Math.max(context.measureText(texts.detail).width, size * 3) + size;
  const isCrossed = play.sum.way !== 'ring' && play.sum.members.length > 2;
  if (isCrossed && align === 'center') {
    context.fillStyle = look.surface;
    context.globalAlpha = 0.9;
    context.beginPath();
    context.roundRect(x - wide / 2, at - size * 1.15, wide, size * 2.2, size / 2);
    context.fill();
    context.globalAlpha = 1;
  }
  context.fillStyle = look.soft;
  context.fillText(texts.detail, x, at + size * 0.62);
  context.font = `750 ${size}px ${look.font}`;
  context.fillStyle = state.phase === 'equal' ? look.good : state.phase === 'lost' ? look.bad : look.ink;
  context.fillText(texts.title, x, at - size * 0.25);
}

function paintMember(brush: Brush, member: number): void {
  const { context, layout, look, state, play, texts } = brush;
  const { card, nameSize, isMarks, places } = layout;
  const { x, y } = places[member];
  const { sum, chunks } = play;
  const isLost = state.phase === 'lost' && sum.ended?.lost === member;
  const isEqual = state.phase === 'equal' || state.phase === 'update';
  context.save();
  if (isLost) context.globalAlpha = 1 - 0.75 * state.phaseShare;
  if (isMarks) {
    paintMark(brush, member);
    context.restore();
    return;
  }
  const left = x - card.width / 2;
  const top = y - card.height / 2;
  const round = Math.min(12, card.height / 5);
  context.beginPath();
  context.roundRect(left, top, card.width, card.height, round);
  context.fillStyle = look.surface;
  context.fill();
  if (state.phase === 'update') {
    context.globalAlpha = Math.sin(Math.PI * state.phaseShare);
    context.fillStyle = look.goodWash;
    context.fill();
    context.globalAlpha = 1;
  }
  const isSelf = sum.members[member].isSelf;
  context.strokeStyle = isLost ? look.bad : isEqual ? look.good : isSelf ? look.ink : look.edge;
  context.lineWidth = isEqual || isSelf ? 2.25 : 1.25;
  context.setLineDash(isLost ? [3, 5] : sum.members[member].adds ? [] : [6, 4]);
  context.stroke();
  context.setLineDash([]);
  if (nameSize > 0) {
    context.font = `${isSelf ? 700 : 600} ${nameSize}px ${look.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = look.ink;
    context.fillText(texts.names[member], x, top + nameSize * 1.05, card.width - 8);
  }
  for (let chunk = 0; chunk < chunks; chunk++) paintHeld(brush, member, chunk);
  context.restore();
}

/** A chunk at a member: a slice for each part that is in it. */
function paintHeld(brush: Brush, member: number, chunk: number): void {
  const { layout, state, play } = brush;
  const at = columnAt(layout, member, chunk, play.chunks);
  paintColumn(
    brush,
    at,
    1,
    chunk,
    play.parts.filter((part) => state.has(member, chunk, part)),
  );
}

function paintColumn(
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

/** One gauge for all chunks: so much of the whole sum is here. */
function paintMark({ context, layout, look, state, play }: Brush, member: number): void {
  const { card, places } = layout;
  const { x, y } = places[member];
  const { isSelf } = play.sum.members[member];
  let held = 0;
  for (let chunk = 0; chunk < play.chunks; chunk++) held += state.count(member, chunk);
  const share = held / (play.chunks * play.parts.length);
  const [left, top] = [x - card.width / 2, y - card.height / 2];
  context.fillStyle = look.surface;
  context.fillRect(left, top, card.width, card.height);
  context.fillStyle = look.ownerFill(member);
  context.fillRect(left, top + card.height * (1 - share), card.width, card.height * share);
  context.strokeStyle = isSelf ? look.ink : look.ownerLine(member);
  context.lineWidth = isSelf ? 2 : 1;
  context.strokeRect(left, top, card.width, card.height);
}

function paintFlying(brush: Brush, each: Flying, count: number): void {
  const { context, layout, look, play, state, texts } = brush;
  const { from, to, chunk, parts, kind, share } = each;
  const start = columnAt(layout, from, chunk, play.chunks);
  const end = columnAt(layout, to, chunk, play.chunks);
  const on = onWay(start, end, layout.bend, eased(share));
  // A loss: all that was on its way falls.
  const fallen = state.phase === 'lost' ? state.phaseShare : 0;
  const at = { x: on.x, y: on.y + fallen * fallen * layout.height * 0.6 };
  const owner = ownerIn(play.sum, chunk) ?? parts[0];
  context.save();
  context.globalAlpha = 1 - fallen;
  const { width, height } = layout.column;
  if (layout.isMarks || count > 60 || width < 6) {
    const side = layout.isMarks || count > 150 ? 5 : Math.max(6, width);
    context.fillStyle = look.ownerFill(owner);
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
  paintColumn(brush, { x: 0, y: 0 }, 1, chunk, parts);
  if (width > 11 && count <= 16) {
    const size = Math.max(12, Math.min(18, width * 0.72));
    context.font = `700 ${size}px ${look.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.strokeStyle = look.surface;
    context.lineWidth = 4;
    context.lineJoin = 'round';
    const text = kind === 'copy' ? texts.copied : `+${parts.length}`;
    context.strokeText(text, 0, height / 2 + pad + size * 0.75);
    context.fillStyle = look.ink;
    context.fillText(text, 0, height / 2 + pad + size * 0.75);
  }
  context.restore();
}

/** Slow at both ends. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}
