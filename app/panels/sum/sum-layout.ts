// Where the picture of a sum has its members, in px of the picture. A ring stands on an ellipse as large as the picture, a
// star around its first member, a tree below its root; two members stand side by side. A ring may also stand on a circle
// around a disc, in which something else is drawn. Members are cards of columns, a column for each chunk. Where columns would
// be too thin a member is one mark, with a stripe for each chunk.
import type { DrawnSum } from './drawn-sum';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface SumLayout {
  readonly width: number;
  readonly height: number;
  /** Marks: one bar a member, for all of its chunks. */
  readonly isMarks: boolean;
  /** The middle of each member's card. */
  readonly places: readonly Point[];
  readonly card: { readonly width: number; readonly height: number };
  /** One chunk in a card. */
  readonly column: { readonly width: number; readonly height: number; readonly gap: number };
  /** The size of names; 0: they have no room. */
  readonly nameSize: number;
  /** The middle of the words about the phase, and the size of their first line; 0: no room. */
  readonly label: Point & { readonly size: number; readonly align: 'center' | 'left' };
  /** The size of the smallest words; 0: the picture has none. */
  readonly leastText: number;
  /** There is room for a second line of words. */
  readonly hasDetail: boolean;
  /** How much a way bends away from the straight line. */
  readonly bend: number;
  /** Ways go along this circle, clockwise, instead. */
  readonly circle?: Circle;
}

interface Circle extends Point {
  readonly radius: number;
}

export function layoutOf(
  { way, members, chunks }: Pick<DrawnSum, 'way' | 'members' | 'chunks'>,
  { width, height }: Box,
  leastText = 12,
  hasDisc = false,
): SumLayout {
  const size = members.length;
  const longest = Math.max(...members.map(({ name }) => name.length));
  if (hasDisc) return aroundDisc(size, longest, chunks, { width, height, leastText });
  const shape = size <= 2 ? 'pair' : way === 'star' ? 'star' : way === 'tree' ? 'tree' : 'ellipse';
  const mostBend = size === 2 ? 0.3 : way === 'ring' || (way === 'gathered' && size > 8) ? 0.16 : 0.1;
  const hasWords = leastText > 0;
  const hasDetail = hasWords && height >= 14 * leastText && width >= 21 * leastText;
  const inMiddle = labelOf(shape, { width, height }, leastText);
  const label = size === 1 ? belowOne(inMiddle, height, hasDetail ? leastText : 0) : inMiddle;
  const top = isBelowWords(shape) ? label.size * 2.4 : 0;
  const bottom = size === 1 ? label.y - label.size : height;
  const frame = { width, height, leastText, label, hasDetail };
  const largest = (letters: number): SumLayout | undefined => {
    for (let scale = Math.min(2.2, Math.min(width, height) / 190); scale > 0.2; scale *= 0.94) {
      const cards = cardsOf(chunks, scale, { letters, leastText });
      if (!cards) break;
      const places = placesOf(shape, size, cards.card, { width, height: bottom, top });
      const bend = bendIn(frame, places, cards.column, mostBend);
      const layout = { ...frame, ...cards, places, bend, isMarks: false };
      if (isClear(shape, layout, bottom)) return layout;
    }
    return undefined;
  };
  const bare = largest(0);
  if (bare) {
    const named = size > 12 || !hasWords ? [] : [11, 8].map((most) => largest(Math.min(longest, most)));
    const least = leastNamed * bare.column.width;
    return named.find((layout) => layout && layout.column.width >= least) ?? bare;
  }
  const marks = marksOf(shape, size, { width, height, top });
  return { ...frame, ...marks, bend: mostBend, isMarks: true };
}

/** The bend, `most` or less, at which chunks stay in the picture on their way from each place to the next. */
function bendIn({ width, height }: Box, places: readonly Point[], column: Box, most: number): number {
  const half = { x: column.width * 0.75 + 2, y: column.height * 0.6 + 2 };
  const isIn = (bend: number): boolean =>
    places.every((from, place) =>
      [0.25, 0.5, 0.75].every((share) => {
        const { x, y } = onWay(from, places[(place + 1) % places.length], bend, share);
        return x >= half.x && x <= width - half.x && y >= half.y && y <= height - half.y;
      }),
    );
  for (let bend = most; bend > 0; bend -= 0.02) if (isIn(bend)) return bend;
  return 0;
}

/** The diameter of the disc, as a share of the shorter side of the picture. */
export const discShare = 0.72;
/** The shorter side, in px, at which cards are drawn at scale 1. */
const usualSide = 560;
/** Smaller cards have no names around a disc. */
const leastNamedScale = 0.52;

/** Cards stand on the rim of the disc, and ways go along it. */
function aroundDisc(
  size: number,
  longest: number,
  chunks: number,
  { width, height, leastText }: Box & { readonly leastText: number },
): SumLayout {
  const side = Math.min(width, height);
  const scale = side / usualSide;
  const cards = cardsOf(chunks, scale, { letters: scale > leastNamedScale ? longest : 0, leastText });
  const shown = cards ?? marksOf('ellipse', size, { width, height, top: 0 });
  const middle = { x: width / 2, y: height / 2 };
  const ways = Array.from({ length: size }, (_, place) => {
    const angle = (2 * Math.PI * place) / size;
    return { x: Math.sin(angle), y: -Math.cos(angle) };
  });
  const room = { x: side / 2 - shown.card.width / 2 - 2, y: side / 2 - shown.card.height / 2 - 2 };
  const radius = Math.min(...ways.map(({ x, y }) => Math.min(room.x / Math.abs(x), room.y / Math.abs(y))));
  return {
    ...shown,
    width,
    height,
    leastText,
    isMarks: cards === undefined,
    hasDetail: false,
    label: { ...middle, size: 0, align: 'center' },
    places: ways.map(({ x, y }) => ({ x: middle.x + radius * x, y: middle.y + radius * y })),
    bend: 0,
    circle: { ...middle, radius },
  };
}

type Cards = Pick<SumLayout, 'card' | 'column' | 'nameSize'>;

/** Names are worth smaller cards, whole names too, down to this share of those without. */
const leastNamed = 0.6;

/** Thinner columns cannot be told apart. */
const leastColumn = 3.5;

/** `letters` of a name have room; 0: cards have no names. undefined: columns would be too thin. */
function cardsOf(
  chunks: number,
  scale: number,
  { letters, leastText }: { letters: number; leastText: number },
): Cards | undefined {
  const gap = (chunks > 8 ? 1.5 : chunks > 5 ? 2.5 : 4) * scale;
  const wide = Math.min(20, Math.max(3.6, 120 / chunks)) * scale * (chunks === 1 ? 1.7 : 1);
  const tall = (chunks > 8 ? 34 : 48) * scale;
  if (wide < leastColumn) return undefined;
  const nameSize = Math.max(leastText, 13 * Math.min(1.5, Math.max(0.85, scale)));
  const hasName = letters > 0;
  const pad = 9 * scale;
  const columns = chunks * wide + (chunks - 1) * gap;
  const least = nameSize * 0.59 * letters;
  return {
    column: { width: wide, height: tall, gap },
    nameSize: hasName ? nameSize : 0,
    card: {
      width: Math.max(columns, least) + 2 * pad,
      height: tall + 2 * pad + (hasName ? nameSize * 1.35 : 0),
    },
  };
}

type Shape = 'pair' | 'star' | 'tree' | 'ellipse';

function labelOf(shape: Shape, { width, height }: Box, leastText: number): SumLayout['label'] {
  if (leastText === 0) return { x: width / 2, y: height / 2, size: 0, align: 'center' };
  const size = Math.max(1.25 * leastText, Math.min(44, Math.min(width, height) / 11));
  if (isBelowWords(shape)) return { x: 12, y: size * 0.8, size: size * 0.8, align: 'left' };
  return { x: width / 2, y: height / 2, size, align: 'center' };
}

/** One member has the middle of the picture, above its words. `detail`: the least size of their second line; 0: none. */
function belowOne(label: SumLayout['label'], height: number, detail: number): SumLayout['label'] {
  const below = detail > 0 ? 0.2 * label.size + 1.6 * detailSize(label, detail) : 0.75 * label.size;
  return { ...label, y: height - below };
}

/** The size of the second line of the words. */
export function detailSize({ size }: SumLayout['label'], leastText: number): number {
  return Math.max(leastText, size * 0.42);
}

/** The middle of a star and of a tree is taken: the words have a band above. */
function isBelowWords(shape: Shape): boolean {
  return shape === 'star' || shape === 'tree';
}

interface Box {
  readonly width: number;
  readonly height: number;
}

function placesOf(
  shape: Shape,
  size: number,
  card: Box,
  { width, height, top }: Box & { top: number },
): readonly Point[] {
  const margin = 5;
  const middle = { x: width / 2, y: (top + height) / 2 };
  const across = (width - card.width) / 2 - margin;
  const down = (height - top - card.height) / 2 - margin;
  switch (shape) {
    case 'pair': {
      if (size === 1) return [middle];
      const apart = Math.min(across, width * 0.34);
      return [-1, 1].map((side) => ({ x: middle.x + side * apart, y: middle.y }));
    }
    case 'star':
      return [middle, ...onEllipse(size - 1, middle, across, down, size === 3 ? 0.25 : 0)];
    case 'tree':
      return inTree(size, { x: middle.x - across, y: middle.y - down }, 2 * across, 2 * down);
    case 'ellipse':
      return onEllipse(size, middle, across, down);
    default:
      return shape satisfies never;
  }
}

/** Places at equal distances along the ellipse, clockwise, the first one at a share of it after its top. */
function onEllipse(
  count: number,
  { x, y }: Point,
  across: number,
  down: number,
  begin = 0,
): readonly Point[] {
  // A wide picture has a wide ring, but none that is flat.
  const wide = Math.min(across, down * 1.75);
  const tall = Math.min(down, across * 1.35);
  const steps = 720;
  const at = (step: number): Point => {
    const angle = (2 * Math.PI * step) / steps;
    return { x: x + wide * Math.sin(angle), y: y - tall * Math.cos(angle) };
  };
  const lengths = [0];
  for (let step = 1; step <= steps; step++) {
    const [a, b] = [at(step - 1), at(step)];
    lengths.push(lengths[step - 1] + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const places = Array.from({ length: count }, (_, place) => {
    const wanted = lengths[steps] * (place / count + begin);
    return at(lengths.findIndex((length) => length >= wanted));
  });
  // An odd number leaves room below, which all of them share.
  const [highest, lowest] = [y - tall, Math.max(...places.map((place) => place.y))];
  if (begin > 0 || count < 3) return places;
  const stretch = (2 * tall) / (lowest - highest);
  return places.map((place) => ({ x: place.x, y: highest + (place.y - highest) * stretch }));
}

/** A binomial tree: children stand below their parent, in a part of its width as large as their number of leaves. */
function inTree(size: number, { x, y }: Point, width: number, height: number): readonly Point[] {
  const childrenOf = (position: number): readonly number[] => {
    const children: number[] = [];
    for (let step = 1; position % (2 * step) === 0 && position + step < size; step *= 2)
      children.push(position + step);
    return children;
  };
  const leavesOf = (position: number): number =>
    childrenOf(position).reduce((leaves, child) => leaves + leavesOf(child), 0) || 1;
  const depthOf = (position: number): number =>
    Math.max(0, ...childrenOf(position).map((child) => 1 + depthOf(child)));
  const [leaves, depth] = [leavesOf(0), depthOf(0)];
  const places: Point[] = [];
  const visit = (position: number, row: number, leavesBefore: number): void => {
    let before = leavesBefore;
    const children = childrenOf(position);
    for (const child of children) {
      visit(child, row + 1, before);
      before += leavesOf(child);
    }
    const [first, last] = [places[children[0]], places[children.at(-1)!]];
    places[position] = {
      x: first ? (first.x + last.x) / 2 : x + (width * leavesBefore) / Math.max(1, leaves - 1),
      y: y + (height * row) / Math.max(1, depth),
    };
  };
  visit(0, 0, 0);
  return places;
}

/** The words in the middle reach so far to each side, and up and down. */
export function wordsReach({ label, leastText, hasDetail }: SumLayout): Point {
  const detail = hasDetail ? detailSize(label, leastText) : 0;
  return { x: Math.max(label.size * 2, detail * 6.2), y: (label.size + detail) * 0.8 };
}

/** No card touches another, the edge of the picture or the words, and chunks have room between the cards. */
function isClear(shape: Shape, layout: SumLayout, bottom: number): boolean {
  const { places, card, column, label, width, bend } = layout;
  const isNarrow = card.width < 3 * column.width;
  const gap =
    places.length <= 8 ? card.width * 0.3 : isNarrow ? column.width : Math.max(4, card.width * 0.08);
  const between = shape === 'star' ? column.height * 0.75 : shape === 'tree' ? column.height * 0.45 : gap;
  const words = wordsReach(layout);
  const hasWords = places.length > 1 && !isBelowWords(shape);
  // The chunks of two pass above the words and below them.
  if (places.length === 2 && bend * (places[1].x - places[0].x) < words.y + 0.6 * column.height) return false;
  return places.every((a, i) => {
    if (a.x - card.width / 2 < 2 || a.x + card.width / 2 > width - 2) return false;
    if (a.y - card.height / 2 < 2 || a.y + card.height / 2 > bottom - 2) return false;
    if (
      hasWords &&
      Math.abs(a.x - label.x) < words.x + card.width / 2 &&
      Math.abs(a.y - label.y) < words.y + card.height / 2
    )
      return false;
    return places.every(
      (b, j) =>
        j <= i || Math.abs(a.x - b.x) >= card.width + gap || Math.abs(a.y - b.y) >= card.height + between,
    );
  });
}

function marksOf(shape: Shape, size: number, box: Box & { top: number }): Cards & Pick<SumLayout, 'places'> {
  const { width, height } = box;
  const around =
    shape === 'tree'
      ? (2 * width) / Math.max(1, size) ** 0.1
      : Math.PI * (Math.min(width, height * 1.75) + height) * 0.42;
  const wide = Math.max(3, Math.min(height / 18, (around / size) * 0.66));
  const most = { width: wide, height: Math.min(height / 8, Math.max(10, wide * 2.6)) };
  // Marks at the sides of an ellipse stand one above the other.
  const card = { width: wide, height: mostTall(placesOf(shape, size, most, box), most) };
  return {
    card,
    column: { ...card, gap: 0 },
    nameSize: 0,
    places: placesOf(shape, size, card, box),
  };
}

/** The height at which no mark covers the next one. */
function mostTall(places: readonly Point[], { width, height }: Box): number {
  const steps = places.map((a, at) => {
    const b = places[(at + 1) % places.length];
    return a !== b && Math.abs(a.x - b.x) < width ? Math.abs(a.y - b.y) : height;
  });
  return Math.min(height, 0.95 * Math.min(...steps));
}

/** The middle of a chunk's column in a member's card. */
export function columnAt(layout: SumLayout, member: number, chunk: number, chunks: number): Point {
  const { places, card, column, nameSize, isMarks } = layout;
  const { x, y } = places[member];
  if (isMarks) return { x, y };
  const wide = chunks * column.width + (chunks - 1) * column.gap;
  const pad = (card.height - column.height - nameSize * 1.35) / 2;
  return {
    x: x - wide / 2 + column.width / 2 + chunk * (column.width + column.gap),
    y: y + card.height / 2 - pad - column.height / 2,
  };
}

/** Where a way bends to, to the left of its direction: clockwise ways bend outwards, and ways back lie beside ways there. */
export function bendOf(from: Point, to: Point, bend: number): Point {
  return {
    x: (from.x + to.x) / 2 + (to.y - from.y) * bend * 2,
    y: (from.y + to.y) / 2 - (to.x - from.x) * bend * 2,
  };
}

export function onWay(from: Point, to: Point, bend: number, share: number): Point {
  const by = bendOf(from, to, bend);
  const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
  return { x: a * from.x + b * by.x + c * to.x, y: a * from.y + b * by.y + c * to.y };
}

/** The place after this share of the way between two members. */
export function alongWay({ circle, bend }: SumLayout, from: Point, to: Point, share: number): Point {
  if (!circle) return onWay(from, to, bend, share);
  const { start, turn } = arcOf(circle, from, to);
  const angle = start + turn * share;
  return { x: circle.x + circle.radius * Math.cos(angle), y: circle.y + circle.radius * Math.sin(angle) };
}

/** A way on a circle: the angle where it starts, and how far it turns clockwise. */
export function arcOf({ x, y }: Circle, from: Point, to: Point): { start: number; turn: number } {
  const [start, end] = [from, to].map((place) => Math.atan2(place.y - y, place.x - x));
  return { start, turn: (end - start + 2 * Math.PI) % (2 * Math.PI) };
}

/** The part of a way that lies between the cards of its two ends, as shares of the way. */
export function openWay(layout: SumLayout, from: Point, to: Point): readonly [number, number] {
  const { card } = layout;
  const isCovered = (share: number): boolean => {
    const at = alongWay(layout, from, to, share);
    return [from, to].some(
      ({ x, y }) => Math.abs(at.x - x) < card.width / 2 && Math.abs(at.y - y) < card.height / 2,
    );
  };
  const shares = Array.from({ length: 25 }, (_, step) => step / 24).filter((share) => !isCovered(share));
  return shares.length > 1 ? [shares[0], shares.at(-1)!] : [0, 1];
}
