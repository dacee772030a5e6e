// A model made by hand: its layers with what each gives and holds, and every misfit where it stands. The layer for the
// classes or amounts follows from the data, and stands fixed at the end.
import { plural, t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  layersOfRows,
  mostRows,
  readRowsText,
  rowsOfLayers,
  rowsText,
  settingText,
  type LayerRow,
  type RowKind,
} from '../../../../src/replica/layer-rows';
import { layersToBegin } from '../../../../src/replica/layers-to-begin';
import type { Saying } from '../../../../src/base/sayings';
import type { DataShape } from '../../../../src/train/run/data-shape';
import { loadLayers } from '../../../bridge/session/engine-room';
import { ProblemLine } from '../../../bridge/session/problem-line';
import { formatCount } from '../../../bridge/words/format';
import { Button } from '../../../ui/button';
import { download } from '../../../ui/download';
import { Problem } from '../../../ui/field';
import ui from '../../../ui/shape.module.css';
import { useLoaded } from '../../../ui/use-loaded';
import { AddLayer, LayerList, type RowActions, type RowFacts } from './layer-list';
import { kindWords } from './layer-words';
import { countRows, insertRow, moveRow, newRow, removeRow, setRow, type RowPath } from './row-edit';
import css from './layer-editor.module.css';

interface Props {
  /** The layers as the form and the link hold them. */
  text: string;
  data: DataShape;
  problem: string | undefined;
  onChange: (text: string) => void;
}

const vectorKinds: readonly RowKind[] = ['dense', 'residual', 'group-norm'];
const imageKinds: readonly RowKind[] = [
  'conv2d',
  'residual',
  'max-pool',
  'average-pool',
  'group-norm',
  'dense',
];
const modelNames = { mlp: 'MLP', cnn: 'CNN' };
const noRows: readonly LayerRow[] = [];

export function LayerEditor({ text, data, problem, onChange }: Props) {
  const { inputShape } = data;
  const rows = useMemo(() => readRowsText(text) ?? noRows, [text]);
  const facts = useFacts(rows, data);
  const root = useRef<HTMLElement>(null);
  /** What has the focus once the rows are drawn again. */
  const [focus, setFocus] = useState<string>();
  const [news, setNews] = useState('');
  useEffect(() => {
    if (focus !== undefined) root.current?.querySelector<HTMLElement>(focus)?.focus();
    setFocus(undefined);
  }, [focus]);
  const isImage = inputShape.length === 2 || inputShape.length === 3;
  const change = (next: readonly LayerRow[]): void => onChange(rowsText(next));
  const add = (path: RowPath, kind: RowKind): void => {
    change(insertRow(rows, path, newRow(kind, shapeBefore(path, facts, inputShape))));
    setFocus(`[data-handle="${path.join('.')}"]`);
    setNews(t`${{ name: kindWords(kind) }} is layer ${{ number: numberOf(path) }} now.`);
  };
  const isFull = countRows(rows) >= mostRows;
  const actions: RowActions = {
    factsOf: (path) => facts?.rows.get(path.join('.')) ?? unknownFacts,
    set: (path, name, value) => change(setRow(rows, path, name, settingText(value))),
    remove(path) {
      change(removeRow(rows, path));
      const before = [...path.slice(0, -1), Math.max(0, path.at(-1)! - 1)];
      const isLeft = listAt(rows, path).length > 1;
      setFocus(isLeft ? `[data-handle="${before.join('.')}"]` : '[data-add]');
      setNews(t`Layer ${{ number: numberOf(path) }} is removed.`);
    },
    move(path, to) {
      change(moveRow(rows, path, to));
      const there = [...path.slice(0, -1), to];
      setFocus(`[data-handle="${there.join('.')}"]`);
      setNews(
        t`${{ name: kindWords(listAt(rows, path)[path.at(-1)!].kind) }} is layer ${{ number: numberOf(there) }} now.`,
      );
    },
    add: isFull ? undefined : add,
  };
  const begin = (kind: 'mlp' | 'cnn' | 'residual'): void =>
    change(rowsOfLayers(layersToBegin(kind, inputShape))!);
  const outputs = data.amounts?.length ?? data.classes;
  const shown = formatCount(outputs);
  return (
    <section ref={root} className={css.editor} aria-label={t`Layers of the model`}>
      <p className={css.end}>
        <strong>{t`Input`}</strong> <span>{shapeWords(inputShape)}</span>
      </p>
      <Problem>{problem}</Problem>
      {facts?.whole.map((misfit, index) => (
        <p key={index} className={ui.problem}>
          <ProblemLine problem={misfit} />
        </p>
      ))}
      {rows.length > 0 ? (
        <LayerList rows={rows} actions={actions} />
      ) : (
        <p className={ui.quiet}>{t`No layer yet: the output sees the input itself, as a linear model.`}</p>
      )}
      <p className={css.end}>
        <strong>{t`Output`}</strong>
        <span>
          {data.amounts
            ? plural({ count: outputs }, { one: 'one amount, dense', other: `${{ shown }} amounts, dense` })
            : plural({ count: outputs }, { one: 'one class, dense', other: `${{ shown }} classes, dense` })}
        </span>
        {facts?.outputParameters === undefined ? null : (
          <span className={ui.faint}>{t`${{ count: formatCount(facts.outputParameters) }} parameters`}</span>
        )}
      </p>
      {isFull ? (
        <p
          className={ui.quiet}
        >{t`A model has at most ${{ most: mostRows }} layers: remove one before you add one.`}</p>
      ) : (
        <AddLayer
          kinds={isImage ? imageKinds : vectorKinds}
          onAdd={(kind) => add([placeFor(kind, rows, facts, inputShape)], kind)}
        />
      )}
      <div className={css.add}>
        <span className={ui.label}>{t`Begin again with`}</span>
        <Button kind="quiet" isSmall onClick={() => begin('mlp')}>
          {modelNames.mlp}
        </Button>
        {isImage ? (
          <>
            <Button kind="quiet" isSmall onClick={() => begin('cnn')}>
              {modelNames.cnn}
            </Button>
            <Button kind="quiet" isSmall onClick={() => begin('residual')}>
              {t`Residual CNN`}
            </Button>
          </>
        ) : null}
        <Button
          kind="quiet"
          isSmall
          title={t`For the command line: npm run ring -- --model layers.json`}
          onClick={() => download('layers.json', 'application/json', fileOf(rows))}
        >
          {t`Save the layers as a file`}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </section>
  );
}

interface Facts {
  readonly rows: ReadonlyMap<string, RowFacts & { readonly outputShape: readonly number[] }>;
  /** Misfits of the whole list. */
  readonly whole: readonly Saying[];
  readonly outputParameters: number | undefined;
}

const unknownFacts: RowFacts = { shape: undefined, parameterCount: undefined, misfits: [] };

/** undefined: what knows the layers is on its way. */
function useFacts(rows: readonly LayerRow[], data: DataShape): Facts | undefined {
  const { value: desk } = useLoaded('layers', loadLayers);
  return useMemo(() => {
    if (!desk) return undefined;
    const rowOf = new Map<string, string>();
    const layers = layersOfRows(rows, (layer, row) => rowOf.set(layer, row));
    const { placed, misfits } = desk.describeLayers(layers, data.inputShape);
    const facts = new Map<string, RowFacts & { readonly outputShape: readonly number[] }>();
    for (const [layer, row] of rowOf) {
      const { outputShape = [], parameterCount } = placed.get(layer) ?? {};
      const before = facts.get(row); // the dropout after a layer is of its row
      facts.set(row, {
        outputShape,
        shape: placed.has(layer) ? shapeWords(outputShape) : undefined,
        parameterCount: before?.parameterCount ?? parameterCount,
        misfits: [
          ...(before?.misfits ?? []),
          ...misfits.filter(({ path }) => path === layer).map(({ why }) => why),
        ],
      });
    }
    const last = rows.length === 0 ? data.inputShape : facts.get(String(rows.length - 1))!.outputShape;
    const inputs = last.reduce((product, size) => product * size, 1);
    return {
      rows: facts,
      whole: misfits.filter(({ path }) => path === 'layers').map(({ why }) => why),
      outputParameters:
        misfits.length > 0 ? undefined : (inputs + 1) * (data.amounts?.length ?? data.classes),
    };
  }, [desk, rows, data]);
}

function shapeBefore(
  path: RowPath,
  facts: Facts | undefined,
  inputShape: readonly number[],
): readonly number[] {
  const last = path.at(-1)!;
  if (last > 0) return facts?.rows.get([...path.slice(0, -1), last - 1].join('.'))?.outputShape ?? inputShape;
  return path.length === 1 ? inputShape : shapeBefore(path.slice(0, -1), facts, inputShape);
}

/** The end; for a layer of images before the first layer that gives none. */
function placeFor(
  kind: RowKind,
  rows: readonly LayerRow[],
  facts: Facts | undefined,
  inputShape: readonly number[],
): number {
  if (kind === 'dense' || inputShape.length < 2) return rows.length;
  const flat = rows.findIndex((_, index) => facts?.rows.get(String(index))?.outputShape.length === 1);
  return flat < 0 ? rows.length : flat;
}

function listAt(rows: readonly LayerRow[], [index, ...deeper]: RowPath): readonly LayerRow[] {
  return deeper.length === 0 ? rows : listAt(rows[index].inside, deeper);
}

const numberOf = (path: RowPath): string => path.map((index) => index + 1).join('.');
const shapeWords = (shape: readonly number[]): string => shape.map(formatCount).join(' × ');

/** The file that `--model FILE.json` reads. */
function fileOf(rows: readonly LayerRow[]): string {
  return `${JSON.stringify({ layers: layersOfRows(rows) }, undefined, 2)}\n`;
}
