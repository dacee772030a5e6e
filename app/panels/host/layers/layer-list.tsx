// A list of layers that one can change and re-order: by its handle with the pointer or the arrow keys. The branch of a
// residual layer is such a list again.
import { t } from '@lingui/core/macro';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { settingsOf, type LayerRow, type RowKind, type Setting } from '../../../../src/replica/layer-rows';
import type { Saying } from '../../../../src/base/sayings';
import { formatCount } from '../../../bridge/words/format';
import { ProblemLine } from '../../../bridge/session/problem-line';
import { Button } from '../../../ui/button';
import { DecimalField } from '../../../ui/decimal-field';
import { SelectField, TextField } from '../../../ui/field';
import ui from '../../../ui/shape.module.css';
import { activationOptions, kindWords, paddingOptions, settingWords } from './layer-words';
import type { RowPath } from './row-edit';
import css from './layer-editor.module.css';

export interface RowFacts {
  /** '28 × 28 × 16'; undefined until it is known. */
  readonly shape: string | undefined;
  readonly parameterCount: number | undefined;
  readonly misfits: readonly Saying[];
}

export interface RowActions {
  readonly factsOf: (path: RowPath) => RowFacts;
  readonly set: (path: RowPath, name: Setting, value: string) => void;
  readonly remove: (path: RowPath) => void;
  readonly move: (path: RowPath, to: number) => void;
  /** undefined: there are as many rows as a model may have. */
  readonly add: ((path: RowPath, kind: RowKind) => void) | undefined;
}

const branchKinds: readonly RowKind[] = ['conv2d', 'dense', 'group-norm'];

export function LayerList({
  rows,
  parent = [],
  actions,
}: {
  rows: readonly LayerRow[];
  parent?: RowPath;
  actions: RowActions;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  /** Where the row would stand, were it let go at this height. */
  const placeAt = (from: number, y: number): number => {
    const others = [...list.current!.children].filter((_, index) => index !== from);
    return others.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y > top + height / 2;
    }).length;
  };
  return (
    <ol ref={list} className={css.list}>
      {rows.map((row, index) => {
        const path = [...parent, index];
        const isTarget = drag !== undefined && drag.to !== drag.from && drag.to === index;
        const mark = !isTarget ? '' : drag.to < drag.from ? css.dropAbove : css.dropBelow;
        return (
          <Row
            key={index}
            row={row}
            path={path}
            actions={actions}
            className={`${mark} ${drag?.from === index ? css.dragged : ''}`}
            handle={{
              onPointerDown: (event: PointerEvent<HTMLElement>) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDrag({ from: index, to: index });
              },
              onPointerMove: (event: PointerEvent<HTMLElement>) => {
                if (drag) setDrag({ from: drag.from, to: placeAt(drag.from, event.clientY) });
              },
              onPointerUp: () => {
                if (drag && drag.to !== drag.from) actions.move([...parent, drag.from], drag.to);
                setDrag(undefined);
              },
              onPointerCancel: () => setDrag(undefined),
              onKeyDown: (event: KeyboardEvent) => {
                if (event.key === 'Escape' && drag) {
                  event.stopPropagation();
                  setDrag(undefined);
                }
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                if (by === 0) return;
                event.preventDefault();
                if (index + by >= 0 && index + by < rows.length) actions.move(path, index + by);
              },
            }}
          />
        );
      })}
    </ol>
  );
}

function Row({
  row: { kind, settings, inside },
  path,
  actions,
  className,
  handle,
}: {
  row: LayerRow;
  path: RowPath;
  actions: RowActions;
  className: string;
  handle: object;
}) {
  const { shape, parameterCount, misfits } = actions.factsOf(path);
  const number = path.map((index) => index + 1).join('.');
  const name = kindWords(kind);
  const label = t`Layer ${number}: ${name}`;
  return (
    <li className={`${css.row} ${misfits.length > 0 ? css.odd : ''} ${className}`}>
      <div role="group" aria-label={label} className={css.body}>
        <div className={css.head}>
          <button
            type="button"
            className={css.handle}
            data-handle={path.join('.')}
            aria-label={t`Move layer ${number}: the arrow keys, up and down`}
            {...handle}
          >
            <span aria-hidden="true">⠿</span>
          </button>
          <strong>
            <span className={css.number}>{number}</span> {name}
          </strong>
          <span className={css.facts}>
            {shape === undefined ? null : <span>{shape}</span>}
            {parameterCount === undefined ? null : (
              <span className={ui.faint}>
                {parameterCount === 0
                  ? t`no parameters`
                  : t`${{ count: formatCount(parameterCount) }} parameters`}
              </span>
            )}
          </span>
          <Button
            kind="quiet"
            isSmall
            data-remove={path.join('.')}
            aria-label={t`Remove layer ${number}`}
            onClick={() => actions.remove(path)}
          >
            <span aria-hidden="true">✕</span>
          </Button>
        </div>
        {misfits.map((misfit, index) => (
          <p key={index} className={`${ui.problem} ${css.misfit}`}>
            <ProblemLine problem={misfit} />
          </p>
        ))}
        <div className={css.settings}>
          {settingsOf(kind).map((setting) => (
            <SettingField
              key={setting}
              name={setting}
              value={settings[setting] ?? ''}
              onChange={(value) => actions.set(path, setting, value)}
            />
          ))}
        </div>
        {kind === 'residual' ? (
          <div className={css.branch}>
            <LayerList rows={inside} parent={path} actions={actions} />
            {actions.add ? (
              <AddLayer kinds={branchKinds} onAdd={(one) => actions.add!([...path, inside.length], one)} />
            ) : null}
          </div>
        ) : null}
      </div>
    </li>
  );
}

function SettingField({
  name,
  value,
  onChange,
}: {
  name: Setting;
  value: string;
  onChange: (value: string) => void;
}) {
  const label = settingWords(name);
  if (name === 'activation' || name === 'padding') {
    const options = name === 'activation' ? activationOptions() : paddingOptions();
    const isKnown = options.some(([option]) => option === value);
    return (
      <SelectField<string>
        label={label}
        value={value}
        options={isKnown ? options : [...options, [value, value] as const]}
        onChange={onChange}
      />
    );
  }
  if (name === 'dropout' || name === 'rate')
    return <DecimalField label={label} value={value} placeholder="0" onType={onChange} />;
  return (
    <TextField
      label={label}
      value={value}
      inputMode={name === 'size' ? 'text' : 'numeric'}
      placeholder={name === 'stride' ? t`usual` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function AddLayer({ kinds, onAdd }: { kinds: readonly RowKind[]; onAdd: (kind: RowKind) => void }) {
  return (
    <div role="group" aria-label={t`Add a layer`} className={css.add}>
      <span className={ui.label} aria-hidden="true">{t`Add`}</span>
      {kinds.map((kind) => (
        <Button key={kind} isSmall data-add={kind} onClick={() => onAdd(kind)}>
          {kindWords(kind)}
        </Button>
      ))}
    </div>
  );
}
