// Marks on a chart: an upright line and its label, the newest first, minor ones last. Labels lie in rows, where they cover
// no other one; a label without a place leaves its line.
import { textWidth } from './text-width';
import css from './line-chart.module.css';

export interface ChartMark {
  readonly x: number;
  /** In full, and what is drawn where there is no place for it. */
  readonly label: string;
  readonly short: string;
  /** Its label yields to those of the others. */
  readonly isMinor?: boolean;
}

interface Placed {
  readonly mark: ChartMark;
  readonly at: number;
  readonly text: string | undefined;
  readonly left: number;
  readonly row: number;
}

const usualTextPx = 11;
/** Of the text's height. */
const rowOfText = 1.55;
const mostRows = 3;
const besideLine = 4;

/** Places labels between `left` and `right`, px. The newest mark is the last. */
export function placeMarks(
  marks: readonly ChartMark[],
  place: (x: number) => number,
  [left, right]: readonly [number, number],
  widthOf: (text: string) => number,
): readonly Placed[] {
  const taken: { row: number; from: number; to: number }[] = [];
  const placed: Placed[] = [];
  const newestFirst = marks.toReversed();
  for (const mark of [
    ...newestFirst.filter(({ isMinor }) => !isMinor),
    ...newestFirst.filter(({ isMinor }) => isMinor),
  ]) {
    const at = place(mark.x);
    if (at < left || at > right) continue;
    placed.push({ mark, at, text: undefined, left: at, row: 0 });
    for (const text of [mark.label, mark.short]) {
      const width = widthOf(text) + 2 * besideLine;
      const from = at + width <= right ? at : at - width;
      if (from < left) continue;
      const row = Array.from({ length: mostRows }, (_, index) => index).find(
        (index) =>
          !taken.some(
            (other) =>
              other.row === index && from < other.to + besideLine && other.from < from + width + besideLine,
          ),
      );
      if (row === undefined) continue;
      taken.push({ row, from, to: from + width });
      placed[placed.length - 1] = { mark, at, text, left: from + besideLine, row };
      break;
    }
  }
  return placed;
}

export function ChartMarks({
  marks,
  place,
  left,
  right,
  top,
  bottom,
  isLow,
  textPx = usualTextPx,
}: {
  marks: readonly ChartMark[];
  place: (x: number) => number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Labels lie at the bottom. */
  isLow: boolean;
  /** Of labels: a wall is read from afar. */
  textPx?: number;
}) {
  const rowHeight = Math.round(rowOfText * textPx);
  const topOf = (row: number): number => (isLow ? bottom - 4 - (row + 1) * rowHeight : top + row * rowHeight);
  const placed = placeMarks(marks, place, [left, right], (text) => textWidth(text, textPx));
  return (
    <g>
      {placed.map(({ mark, at }, index) => (
        <line key={index} className={css.markLine} x1={at} x2={at} y1={top} y2={bottom}>
          <title>{mark.label}</title>
        </line>
      ))}
      {placed.map(({ text, left: from, row }, index) =>
        text === undefined ? null : (
          <g key={index}>
            <rect
              className={css.markGround}
              x={from - besideLine + 1}
              y={topOf(row)}
              width={textWidth(text, textPx) + 2 * besideLine - 2}
              height={rowHeight - 2}
            />
            <text className={css.markLabel} x={from} y={topOf(row) + textPx} fontSize={textPx}>
              {text}
            </text>
          </g>
        ),
      )}
    </g>
  );
}
