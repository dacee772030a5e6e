// A list of layers as rows of an editor, and as one text for an address: `conv-f16-k3-psame-arelu_max-k2_dense-u64-arelu-d0.1`.
// Rows are parted by `_`, settings by `-`; a branch stands in brackets. A row holds its settings as they were typed: a
// setting that no layer takes stays where it is, until it is named (describe-layers.ts).
import type { Layer } from '../model/spec';

/** A layer, its settings by name, and in `dropout` the rate of the dropout after it. */
export interface LayerRow {
  readonly kind: RowKind;
  readonly settings: Settings;
  /** The rows of a residual branch. */
  readonly inside: readonly LayerRow[];
}

type Settings = Readonly<Partial<Record<Setting, string>>>;

const kinds = {
  dense: { word: 'dense', settings: ['units', 'activation', 'dropout'] },
  conv2d: { word: 'conv', settings: ['filters', 'size', 'stride', 'padding', 'activation', 'dropout'] },
  'max-pool': { word: 'max', settings: ['size', 'stride', 'dropout'] },
  'average-pool': { word: 'mean', settings: ['size', 'stride', 'dropout'] },
  'group-norm': { word: 'norm', settings: ['groups', 'dropout'] },
  residual: { word: 'res', settings: ['dropout'] },
  dropout: { word: 'drop', settings: ['rate'] },
} as const satisfies Partial<Record<Layer['kind'], { word: string; settings: readonly Setting[] }>>;

/** The letter of each setting in the text. */
const letters = {
  units: 'u',
  filters: 'f',
  size: 'k',
  stride: 's',
  padding: 'p',
  groups: 'g',
  rate: 'r',
  activation: 'a',
  dropout: 'd',
} as const;

export type RowKind = keyof typeof kinds;
export type Setting = keyof typeof letters;

export const rowKinds = Object.keys(kinds) as readonly RowKind[];
export const settingsOf = (kind: RowKind): readonly Setting[] => kinds[kind].settings;

/** Rows of a model, those of branches counted. */
export const mostRows = 64;
const deepestRows = 3;
/** What 64 rows of long settings take. */
export const longestLayersText = 3000;
const longestValue = 12;

/** What a person may type into a setting: nothing that parts rows or settings. */
export function settingText(typed: string): string {
  return typed.replace(/[^0-9a-z.]/gi, '').slice(0, longestValue);
}

export function rowsText(rows: readonly LayerRow[]): string {
  return rows
    .map(({ kind, settings, inside }) => {
      const branch = kind === 'residual' ? `(${rowsText(inside)})` : '';
      const parts = settingsOf(kind).flatMap((name) =>
        settings[name] === undefined ? [] : [`-${letters[name]}${settings[name]}`],
      );
      return `${kinds[kind].word}${branch}${parts.join('')}`;
    })
    .join('_');
}

/** undefined: the text is none of ours. */
export function readRowsText(text: string): readonly LayerRow[] | undefined {
  if (text.length > longestLayersText || !/^[\w().-]*$/.test(text)) return undefined;
  const reader = new Reader(text);
  const rows = reader.rows(1);
  return rows !== undefined && reader.at === text.length ? rows : undefined;
}

class Reader {
  at = 0;
  private count = 0;

  constructor(private readonly text: string) {}

  rows(depth: number): LayerRow[] | undefined {
    const rows: LayerRow[] = [];
    if (this.ends()) return rows;
    do {
      const row = this.row(depth);
      if (!row) return undefined;
      rows.push(row);
    } while (this.takes('_'));
    return this.ends() ? rows : undefined;
  }

  private row(depth: number): LayerRow | undefined {
    const word = this.match(/[a-z]+/y);
    const kind = rowKinds.find((one) => kinds[one].word === word);
    if (!kind || ++this.count > mostRows) return undefined;
    let inside: readonly LayerRow[] | undefined = [];
    if (kind === 'residual') {
      inside = depth < deepestRows && this.takes('(') ? this.rows(depth + 1) : undefined;
      if (!inside || !this.takes(')')) return undefined;
    }
    const settings: Partial<Record<Setting, string>> = {};
    while (this.takes('-')) {
      const letter = this.match(/[a-z]/y);
      const name = settingsOf(kind).find((one) => letters[one] === letter);
      const value = this.match(/[0-9a-zA-Z.]*/y);
      if (name === undefined || value.length > longestValue) return undefined;
      settings[name] = value;
    }
    return { kind, settings, inside };
  }

  private ends(): boolean {
    return this.at === this.text.length || this.text[this.at] === ')';
  }

  private takes(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }
}

/** The layers of the rows. A setting that is no number stays a text, which no layer takes. `rowOf`: is told the index path
 *  of each layer's row, like '3' or '3.1'. */
export function layersOfRows(
  rows: readonly LayerRow[],
  rowOf?: (layerPath: string, rowPath: string) => void,
): readonly Layer[] {
  return layersIn(rows, 'layers', '', rowOf);
}

function layersIn(
  rows: readonly LayerRow[],
  layersPath: string,
  rowsPath: string,
  rowOf: ((layerPath: string, rowPath: string) => void) | undefined,
): readonly Layer[] {
  const layers: unknown[] = [];
  for (const [index, { kind, settings, inside }] of rows.entries()) {
    const rowPath = `${rowsPath}${index}`;
    const path = `${layersPath}.${layers.length}`;
    rowOf?.(path, rowPath);
    const { dropout, ...own } = settings;
    const named = settingsOf(kind).filter((name) => name !== 'dropout' && own[name as keyof typeof own]);
    layers.push({
      kind,
      ...(kind === 'residual' ? { layers: layersIn(inside, path, `${rowPath}.`, rowOf) } : {}),
      ...Object.fromEntries(named.map((name) => [name, valueOf(own[name as keyof typeof own]!)])),
    });
    if (dropout === undefined || Number(dropout) === 0) continue;
    rowOf?.(`${layersPath}.${layers.length}`, rowPath);
    layers.push({ kind: 'dropout', rate: valueOf(dropout) });
  }
  return layers as readonly Layer[];
}

function valueOf(text: string): number | string | readonly (number | string)[] {
  if (/^\d+x\d+$/.test(text)) return text.split('x').map(Number);
  return /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
}

/** undefined: rows cannot say all of these layers. */
export function rowsOfLayers(layers: readonly Layer[]): readonly LayerRow[] | undefined {
  const rows: LayerRow[] = [];
  for (const layer of layers) {
    const last = rows.at(-1);
    if (layer.kind === 'dropout' && last && last.kind !== 'dropout' && last.settings.dropout === undefined) {
      rows[rows.length - 1] = { ...last, settings: { ...last.settings, dropout: String(layer.rate) } };
      continue;
    }
    const row = rowOfLayer(layer);
    if (!row) return undefined;
    rows.push(row);
  }
  return rows;
}

function rowOfLayer(layer: Layer): LayerRow | undefined {
  const kind = rowKinds.find((one) => one === layer.kind);
  if (!kind) return undefined;
  const { kind: _, ...given } = layer;
  const settings: Partial<Record<Setting, string>> = {};
  let inside: readonly LayerRow[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (name === 'layers') {
      const branch = rowsOfLayers(value as readonly Layer[]);
      if (!branch) return undefined;
      inside = branch;
      continue;
    }
    const setting = settingsOf(kind).find((one) => one === name);
    if (!setting) return undefined;
    settings[setting] = Array.isArray(value) ? value.join('x') : String(value);
  }
  return { kind, settings, inside };
}
