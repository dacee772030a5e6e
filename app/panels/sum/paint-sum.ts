// One moment of a sum on a canvas: ways, members with their chunks, chunks on their way, and the phase in words.
import { ownerIn } from './drawn-sum';
import { paintColumn, type Brush, type DrawnWay, type SumScene, type SumTexts } from './paint-column';
import { stripesOf } from './mark-stripes';
import { paintAllFlying } from './paint-flying';
import { paintWords } from './paint-words';
import { arcOf, bendOf, columnAt } from './sum-layout';
import type { SumLook } from './sum-look';
import type { SumState } from './sum-play';

export function paintSum(
  context: CanvasRenderingContext2D,
  scene: SumScene,
  state: SumState,
  look: SumLook,
  texts: SumTexts,
): void {
  const brush = { ...scene, context, look, state, texts };
  context.clearRect(0, 0, scene.layout.width, scene.layout.height);
  context.lineCap = 'butt';
  paintWays(brush);
  // Chunks leave from below their card and land below another: they cover no name. A loss lies over all.
  const isLost = state.phase === 'lost';
  if (!isLost) paintAllFlying(brush);
  for (let member = 0; member < scene.play.sum.members.length; member++) paintMember(brush, member);
  if (isLost) paintAllFlying(brush);
  paintWords(brush);
}

const dashes: Readonly<Record<DrawnWay['kind'], readonly number[]>> = {
  usual: [2, 6],
  slow: [9, 3],
  slowest: [14, 3, 3, 3],
  broken: [1, 9],
};

function paintWays({ context, layout, ways, look, play }: Brush): void {
  const { places, bend, circle } = layout;
  const isRing = play.sum.way === 'ring';
  for (const { from, to, kind, isRelayed } of ways) {
    const by = bendOf(places[from], places[to], isRing || places.length === 2 ? bend : 0);
    const isUsual = kind === 'usual';
    context.beginPath();
    if (circle) {
      const { start, turn } = arcOf(circle, places[from], places[to]);
      context.arc(circle.x, circle.y, circle.radius, start, start + turn);
    } else {
      context.moveTo(places[from].x, places[from].y);
      context.quadraticCurveTo(by.x, by.y, places[to].x, places[to].y);
    }
    context.strokeStyle = isUsual ? (ways.length > 60 ? look.line : look.edge) : look.bad;
    context.lineWidth = isUsual ? (ways.length > 30 ? 1 : 1.5) : 3;
    context.setLineDash([...(isRelayed && isUsual ? [1, 10] : dashes[kind])]);
    context.lineCap = isRelayed ? 'round' : 'butt';
    context.stroke();
  }
  context.setLineDash([]);
  context.lineCap = 'butt';
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
  context.strokeStyle = isLost ? look.bad : isSelf ? look.ink : isEqual ? look.good : look.edge;
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

/** One bar for all chunks: a stripe for each, or for a few, as long as its share of the whole sum that is here. */
function paintMark({ context, layout, look, state, play }: Brush, member: number): void {
  const { card, places } = layout;
  const { isSelf, adds } = play.sum.members[member];
  const [left, top] = [places[member].x - card.width / 2, places[member].y - card.height / 2];
  context.fillStyle = look.surface;
  context.fillRect(left, top, card.width, card.height);
  const alpha = context.globalAlpha;
  const stripes = stripesOf(card.height, play.chunks, look.hasPatterns);
  const tall = card.height / stripes;
  for (let stripe = 0; stripe < stripes; stripe++) {
    const [first, last] = [stripe, stripe + 1].map((edge) => Math.floor((edge * play.chunks) / stripes));
    let held = 0;
    for (let chunk = first; chunk < last; chunk++) held += state.count(member, chunk);
    const share = held / ((last - first) * play.parts.length);
    context.globalAlpha = share < 1 ? alpha * look.partAlpha : alpha;
    const owner = ownerIn(play.sum, first) ?? member;
    context.fillStyle = look.hasPatterns
      ? look.stripeFills[stripe % look.stripeFills.length]
      : look.ownerFill(owner);
    // A single chunk fills from below, as in a card.
    if (stripes === 1) context.fillRect(left, top + tall * (1 - share), card.width, tall * share);
    else context.fillRect(left, top + tall * stripe, card.width * share, tall);
  }
  context.globalAlpha = alpha;
  const isEqual = state.phase === 'equal' || state.phase === 'update';
  context.strokeStyle = isSelf ? look.ink : isEqual ? look.good : look.edge;
  context.lineWidth = isSelf ? 2.5 : 1;
  context.setLineDash(adds ? [] : [3, 3]);
  context.strokeRect(left, top, card.width, card.height);
  context.setLineDash([]);
}
