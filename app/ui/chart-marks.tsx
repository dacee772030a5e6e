// Marks on a chart: an upright line and its label, the newest first, minor ones last. Labels lie in rows, where they cover
// no other one; a label without a place leaves its line.
import type { Plot } from './chart-plot';
import { textWidth } from './text-width';

export interface ChartMark {
  readonly x: number;
  /** The words in full, and what is drawn where there is no place for them. */
  readonly label: string;
  readonly short: string;
  /** The mark’s label yields to those of the others. */
  readonly isMinor?: boolean;
}

/** The place of a label, px. */
interface Slot {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

interface Placed {
  readonly mark: ChartMark;
  readonly at: number;
  readonly text: string | undefined;
  readonly left: number;
  readonly row: number;
}

export const usualMarkPx = 11;
/** The height of a row in units of the text's height. */
const rowOfText = 1.55;
const allRows = [0, 1, 2];
const besideLine = 4;

/** Places labels between `left` and `right`, px. The newest mark is the last. */
export function placeMarks(
  marks: readonly ChartMark[],
  place: (x: number) => number,
  [left, right]: readonly [number, number],
  widthOf: (text: string) => number,
): readonly Placed[] {
  const taken = new Map<ChartMark, Slot & { readonly text: string }>();
  const isFree = (mark: ChartMark, { row, from, to }: Slot): boolean => {
    for (const [other, slot] of taken)
      if (other !== mark && slot.row === row && from < slot.to + besideLine && slot.from < to + besideLine)
        return false;
    return true;
  };
  const take = (mark: ChartMark, text: string, rows: readonly number[]): boolean => {
    const at = place(mark.x);
    const width = widthOf(text) + 2 * besideLine;
    const from = at + width <= right ? at : at - width;
    if (from < left) return false;
    const slot = rows.map((row) => ({ row, from, to: from + width })).find((each) => isFree(mark, each));
    if (slot) taken.set(mark, { ...slot, text });
    return slot !== undefined;
  };
  const newestFirst = marks.toReversed().filter(({ x }) => place(x) >= left && place(x) <= right);
  const inOrder = [
    ...newestFirst.filter(({ isMinor }) => !isMinor),
    ...newestFirst.filter(({ isMinor }) => isMinor),
  ];
  // All get their short label before any other than the first gets a long one.
  for (const mark of inOrder)
    if (mark !== inOrder[0] || !take(mark, mark.label, allRows)) take(mark, mark.short, allRows);
  for (const mark of inOrder) if (taken.has(mark)) take(mark, mark.label, [taken.get(mark)!.row]);
  return inOrder.map((mark) => {
    const at = place(mark.x);
    const slot = taken.get(mark);
    return { mark, at, text: slot?.text, left: slot ? slot.from + besideLine : at, row: slot?.row ?? 0 };
  });
}

interface Props {
  marks: readonly ChartMark[];
  plot: Plot;
  /** The size of labels: a wall is read from afar. */
  textPx: number;
}

export function ChartMarks({ marks, plot: { left, right, top, bottom, scale, ends }, textPx }: Props) {
  // Where the lines end in the upper half, labels lie at the bottom: they would cover the newest points.
  const isLow = ends.length > 0 && ends.reduce((sum, end) => sum + end.top, 0) / ends.length < bottom / 2;
  const rowHeight = Math.round(rowOfText * textPx);
  const topOf = (row: number): number => (isLow ? bottom - 4 - (row + 1) * rowHeight : top + row * rowHeight);
  const placed = placeMarks(marks, scale.x, [left, right], (text) => textWidth(text, textPx));
  return (
    <g>
      {placed.map(({ mark, at }, index) => (
        <line key={index} x1={at} x2={at} y1={top} y2={bottom} stroke="var(--ink-3)" strokeDasharray="1 3">
          <title>{mark.label}</title>
        </line>
      ))}
      {placed.map(({ text, left: from, row }, index) =>
        text === undefined ? null : (
          <g key={index}>
            <rect
              x={from - besideLine + 1}
              y={topOf(row)}
              width={textWidth(text, textPx) + 2 * besideLine - 2}
              height={rowHeight - 2}
              fill="var(--surface)"
              fillOpacity={0.86}
            />
            <text fill="var(--ink)" x={from} y={topOf(row) + textPx} fontSize={textPx}>
              {text}
            </text>
          </g>
        ),
      )}
    </g>
  );
}
