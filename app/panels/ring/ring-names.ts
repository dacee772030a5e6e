// Which names stand around the ring's circle, and how: whole on one line or on two, cut where there is no room for that.
// None covers another one or a member. Pure.
import {
  anchorOf,
  angleOf,
  centre,
  nodeRadius,
  pictureHeight,
  pictureWidth,
  pointAt,
  radiusOf,
  type Point,
} from './ring-geometry';

export const nameSize = 12.5;
export const nameLine = 14;
/** The text's height above its line, and below it. */
const [ascent, descent] = [10, 3];
const leastLetters = 4;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the first line begins, from the middle of the member's own circle. */
export function nameAt(index: number, count: number, lines: number): Point {
  const angle = angleOf(index, count);
  const beside = nodeRadius(count) + 9;
  const up = Math.cos(angle);
  return {
    x: beside * Math.sin(angle),
    y: 4 - (beside + 5) * up - ((lines - 1) * nameLine * (1 + up)) / 2,
  };
}

/** The names in ring order, lines parted by '\n'; '': there is no room. */
export function ringNames(names: readonly string[], widthOf: (text: string) => number): readonly string[] {
  const count = names.length;
  const [radius, node] = [radiusOf(count), nodeRadius(count) + 1];
  const middles = names.map((_, index) => pointAt(angleOf(index, count), radius, centre));
  const taken: Box[] = middles.map(({ x, y }) => ({
    left: x - node,
    right: x + node,
    top: y - node,
    bottom: y + node,
  }));
  return names.map((name, index) => {
    for (const text of waysToSet(name, widthOf)) {
      const lines = text.split('\n');
      const width = Math.max(...lines.map(widthOf));
      const at = nameAt(index, count, lines.length);
      const anchor = anchorOf(angleOf(index, count));
      const left = middles[index].x + at.x - (anchor === 'start' ? 0 : anchor === 'end' ? width : width / 2);
      const y = middles[index].y + at.y;
      const box = {
        left,
        right: left + width,
        top: y - ascent,
        bottom: y + (lines.length - 1) * nameLine + descent,
      };
      if (left < 0 || box.right > pictureWidth || box.top < 0 || box.bottom > pictureHeight) continue;
      if (
        taken.some(
          (other) =>
            left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
        )
      )
        continue;
      taken.push(box);
      return text;
    }
    return '';
  });
}

function* waysToSet(name: string, widthOf: (text: string) => number): Generator<string> {
  yield name;
  const words = name.split(' ');
  const longer = (text: string): number => Math.max(...text.split('\n').map(widthOf));
  const [even = name] = words
    .slice(1)
    .map((_, at) => `${words.slice(0, at + 1).join(' ')}\n${words.slice(at + 1).join(' ')}`)
    .sort((a, b) => longer(a) - longer(b));
  yield even;
  for (let most = name.length; most >= leastLetters; most--)
    yield even
      .split('\n')
      .map((line) => shorten(line, most))
      .join('\n');
}

function shorten(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}
