// The ring's picture, and positions of members on its circle: position 0 at the top, then clockwise. Angles in radians
// from the top.

/** The length of an arrowhead at scale 1. */
export const arrowLength = 8;

/** The circle of a ring, and the circles of its members, in px. */
export interface Circle extends Point {
  readonly radius: number;
  readonly node: number;
  /** So many times as large as in a small picture are arrowheads, and lines somewhat thicker (`lineUnit`). */
  readonly unit: number;
}

/** The largest ring in a picture without names. Neighbours do not touch, few of them are no giants, and one replica is no
 *  ring: it stands in the middle. */
export function circleWithin(width: number, height: number, count: number): Circle {
  const outer = Math.max(20, Math.min(width, height) / 2 - 4);
  const node = Math.min(outer / 5, count > 1 ? (outer * Math.sin(Math.PI / count)) / 1.6 : outer / 5);
  const radius = count === 1 ? 0 : outer - node;
  return { x: width / 2, y: height / 2, radius, node, unit: Math.min(3, Math.max(1, outer / 90)) };
}

export function lineUnit({ unit }: Pick<Circle, 'unit'>): number {
  return Math.sqrt(unit);
}

/** The size of the arrowhead on the edge from this position on; 0: it has none. A large ring has ten or fewer. */
export function arrowScale(position: number, count: number): number {
  if (count <= 12) return 1;
  return position % Math.ceil(count / 10) === 0 ? 1.6 : 0;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function angleOf(position: number, count: number): number {
  return (2 * Math.PI * position) / Math.max(count, 1);
}

export function pointAt(angle: number, radius: number, centre: Point): Point {
  return { x: centre.x + radius * Math.sin(angle), y: centre.y - radius * Math.cos(angle) };
}

/** An SVG arc, clockwise, from one angle to a later one. */
export function arcPath(from: number, to: number, radius: number, centre: Point): string {
  const a = pointAt(from, radius, centre);
  const b = pointAt(to, radius, centre);
  const isLarge = to - from > Math.PI ? 1 : 0;
  return `M${round(a.x)} ${round(a.y)}A${radius} ${radius} 0 ${isLarge} 1 ${round(b.x)} ${round(b.y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
