// The model that a run stands on, under its adapters or as its first layers: kept on this device from a room that had it, or made
// again of the files that the run began with.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { saidOf } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { type BasedRun, type GivenFile, loadSavedRuns } from '../../bridge/session/engine-room';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatBytes } from '../../bridge/words/format';
import { FileField } from '../../ui/file-field';
import { chosenFiles } from './dropped-files';
import ui from '../../ui/shape.module.css';

type State =
  | { readonly kind: 'looking' | 'reading' | 'lacking' }
  | { readonly kind: 'here' }
  | { readonly kind: 'refused'; readonly why: Saying };

interface Props {
  run: BasedRun;
  onBase: (base: Blob | undefined) => void;
}

export function BaseField({ run, onBase }: Props) {
  const [state, setState] = useState<State>({ kind: 'looking' });
  useEffect(() => {
    let isOver = false;
    const found = (base: Blob | undefined): void => {
      if (isOver) return;
      setState({ kind: base ? 'here' : 'lacking' });
      onBase(base);
    };
    loadSavedRuns()
      .then((shelf) => shelf.keptBase(run))
      .then(found, () => found(undefined));
    return () => {
      isOver = true;
    };
  }, [run, onBase]);
  const read = async (files: readonly GivenFile[]): Promise<void> => {
    setState({ kind: 'reading' });
    const base = await loadSavedRuns()
      .then((shelf) => shelf.readBaseFrom(run, files))
      .catch(() => undefined);
    if (!base?.ok)
      return setState({ kind: 'refused', why: base ? saidOf(base.error) : say('files-not-read') });
    setState({ kind: 'here' });
    onBase(base.value);
  };
  if (state.kind === 'here')
    return <p className={ui.quiet}>{t`The model to start from is on this device.`}</p>;
  if (state.kind === 'looking') return <p role="status">{t`Loading …`}</p>;
  return (
    <div className={ui.drop}>
      <FileField
        label={t`The model to start from`}
        accept=".safetensors,.json,.txt"
        onFiles={(list) => {
          const files = chosenFiles(list);
          if (files.length > 0) void read(files);
        }}
      />
      <p className={state.kind === 'refused' ? ui.problem : ui.quiet} role="status">
        {state.kind === 'reading' ? (
          t`Reading the whole file …`
        ) : state.kind === 'refused' ? (
          <ProblemLine problem={state.why} />
        ) : (
          t`This run began with another model, which is not on this device. Choose its files: those of a GPT-2, or a checkpoint.`
        )}
      </p>
      <p
        className={ui.quiet}
      >{t`In f16 it has ${{ size: formatBytes(run.base?.bytes ?? 0) }}, and its hash begins ${{ hash: run.base?.root.slice(0, 8) ?? '' }}.`}</p>
    </div>
  );
}
