// Rows of layers as text and back: what an address or a form may hold.
import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { residualLayers } from '../model/presets';
import type { Layer } from '../model/spec';
import {
  layersOfRows,
  longestLayersText,
  mostRows,
  readRowsText,
  rowKinds,
  rowsOfLayers,
  rowsText,
  settingsOf,
  settingText,
  type LayerRow,
} from './layer-rows';

const layers: readonly Layer[] = [
  { kind: 'conv2d', filters: 16, size: [3, 2], stride: 2, padding: 'same', activation: 'relu' },
  { kind: 'dropout', rate: 0.25 },
  { kind: 'max-pool', size: 2 },
  ...residualLayers({ widths: [8], blocks: 1, groups: 4 }),
  { kind: 'dense', units: 64, activation: 'gelu' },
];

test('layers become rows, rows a text, and all come back', () => {
  const rows = rowsOfLayers(layers)!;
  const text = rowsText(rows);
  expect(text).toBe(
    'conv-f16-k3x2-s2-psame-arelu-d0.25_max-k2_conv-f8-k3-psame-anone_res(norm-g4_conv-f8-k3-psame-arelu_conv-f8-k3-psame-anone)_norm-g4_mean-kall_dense-u64-agelu',
  );
  expect(encodeURIComponent(text)).toBe(text);
  expect(readRowsText(text)).toEqual(rows);
  expect(layersOfRows(rows)).toEqual(layers);
  expect(JSON.stringify(layersOfRows(rows))).toBe(JSON.stringify(layers));
});

test('each layer is told the row that it stands in', () => {
  const places: string[] = [];
  layersOfRows(rowsOfLayers(layers)!, (layer, row) => places.push(`${layer} → ${row}`));
  expect(places.slice(0, 3)).toEqual(['layers.0 → 0', 'layers.1 → 0', 'layers.2 → 1']);
  expect(places).toContain('layers.4.1 → 3.1');
});

test('what rows cannot say is no list of rows', () => {
  expect(rowsOfLayers([{ kind: 'attention', heads: 2 }])).toBeUndefined();
  expect(
    rowsOfLayers([{ kind: 'dense', units: 2, activation: 'none', isPositionwise: true }]),
  ).toBeUndefined();
});

test('a setting that no layer takes stays where it is', () => {
  const [row] = readRowsText('dense-u-a9x')!;
  expect(row.settings).toEqual({ units: '', activation: '9x' });
  expect(layersOfRows([row])).toEqual([{ kind: 'dense', activation: '9x' }]);
  expect(settingText('1 0_(-=é.5')).toBe('10.5');
});

test.each([
  'dense-u64_',
  '_dense-u64',
  'dense-x64',
  'tower-u64',
  'res',
  'res(dense-u1',
  'res(dense-u1))',
  'res(res(res(dense-u1)))',
  'dense-u1234567890123',
  'dense-u<script>',
  '__proto__',
  'constructor-u1',
  Array.from({ length: mostRows + 1 }, () => 'drop-r0.1').join('_'),
  'd'.repeat(longestLayersText + 1),
])('%j is no list', (text) => expect(readRowsText(text)).toBeUndefined());

test('whatever the text, it is refused or read; and what was read is the same again', () => {
  const random = prng('rows of layers');
  const parts = [
    'dense',
    'conv',
    'res',
    'max',
    '(',
    ')',
    '-',
    '_',
    'u64',
    'k3',
    'd0.1',
    'arelu',
    '',
    'x',
    '9',
  ];
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: random.below(12) }, () => parts[random.below(parts.length)]).join('');
    const rows = readRowsText(text);
    if (rows && JSON.stringify(readRowsText(rowsText(rows))) !== JSON.stringify(rows)) throw new Error(text);
  }
});

test('the longest list of all settings fits into the text', () => {
  const settings = { filters: '4096', size: '64x64', stride: '64', padding: 'valid', activation: 'relu', dropout: '0.25' }; // prettier-ignore
  const row: LayerRow = { kind: 'conv2d', settings, inside: [] };
  const text = rowsText(Array.from({ length: mostRows }, () => row));
  expect(readRowsText(text)).toHaveLength(mostRows);
  expect(rowKinds.flatMap(settingsOf)).toContain('rate');
});
