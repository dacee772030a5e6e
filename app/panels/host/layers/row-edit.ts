// Changes of the rows of a model: each gives new rows. A path is an index, and within branches one for each level.
import type { LayerRow, RowKind, Setting } from '../../../../src/replica/layer-rows';

type Rows = readonly LayerRow[];
export type RowPath = readonly number[];

/** `change`: of the list that holds the row at the path, and its index there. */
function changeList(rows: Rows, [index, ...deeper]: RowPath, change: (list: Rows, at: number) => Rows): Rows {
  if (deeper.length === 0) return change(rows, index);
  return rows.map((row, at) =>
    at === index ? { ...row, inside: changeList(row.inside, deeper, change) } : row,
  );
}

export function removeRow(rows: Rows, path: RowPath): Rows {
  return changeList(rows, path, (list, at) => list.toSpliced(at, 1));
}

/** The new row stands at the path. */
export function insertRow(rows: Rows, path: RowPath, row: LayerRow): Rows {
  return changeList(rows, path, (list, at) => list.toSpliced(at, 0, row));
}

/** `to`: where it stands then, in the same list. */
export function moveRow(rows: Rows, path: RowPath, to: number): Rows {
  return changeList(rows, path, (list, at) => list.toSpliced(at, 1).toSpliced(to, 0, list[at]));
}

/** An empty text takes the setting out. */
export function setRow(rows: Rows, path: RowPath, name: Setting, value: string): Rows {
  return changeList(rows, path, (list, at) => {
    const { [name]: _, ...others } = list[at].settings;
    const settings = value === '' ? others : { ...others, [name]: value };
    return list.with(at, { ...list[at], settings });
  });
}

export function countRows(rows: Rows): number {
  return rows.reduce((sum, { inside }) => sum + 1 + countRows(inside), 0);
}

const conv = (filters: string, activation: string): LayerRow => ({
  kind: 'conv2d',
  settings: { filters, size: '3', padding: 'same', activation },
  inside: [],
});
const dense = (units: string, activation: string): LayerRow => ({
  kind: 'dense',
  settings: { units, activation },
  inside: [],
});
const norm = (channels: number): LayerRow => ({
  kind: 'group-norm',
  settings: { groups: String(largestDivisor(channels, 8)) },
  inside: [],
});

/** A row that takes values of this shape. */
export function newRow(kind: RowKind, shape: readonly number[]): LayerRow {
  const isImage = shape.length > 1;
  const channels = shape.length === 2 ? 1 : shape[shape.length - 1];
  switch (kind) {
    case 'dense':
      return dense('64', 'relu');
    case 'conv2d':
      return conv('16', 'relu');
    case 'group-norm':
      return norm(channels);
    case 'residual': {
      const same = String(channels);
      const layer = isImage ? conv : dense;
      const branch = [layer(same, 'relu'), layer(same, 'none')];
      return { kind, settings: {}, inside: [norm(channels), ...branch] };
    }
    case 'max-pool':
      return { kind, settings: { size: '2' }, inside: [] };
    case 'average-pool':
      return { kind, settings: { size: 'all' }, inside: [] };
    case 'dropout':
      return { kind, settings: { rate: '0.1' }, inside: [] };
    default:
      return kind satisfies never;
  }
}

function largestDivisor(whole: number, atMost: number): number {
  for (let size = Math.min(whole, atMost); size > 1; size--) if (whole % size === 0) return size;
  return 1;
}
