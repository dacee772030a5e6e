// The ring's picture, and positions of members on its circle: position 0 at the top, then clockwise. Angles in radians
// from the top.

export const pictureWidth = 440;
export const pictureHeight = 340;
export const centre = { x: pictureWidth / 2, y: pictureHeight / 2 };
export const mostNames = 16;
/** The length of an arrowhead at scale 1. */
export const arrowLength = 8;

/** The names of a few members stand around the circle; with more members, the circle takes the space. */
export function radiusOf(count: number): number {
  return count > mostNames ? 138 : 112;
}

export function nodeRadius(count: number): number {
  return count > 20 ? Math.max(4, 200 / count) : count > 12 ? 13 : 15;
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

/** Which end of a label touches the circle. */
export function anchorOf(angle: number): 'start' | 'middle' | 'end' {
  const side = Math.sin(angle);
  return Math.abs(side) < 0.2 ? 'middle' : side > 0 ? 'start' : 'end';
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
