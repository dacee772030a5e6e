// Saved runs: those that this device keeps, and any file that is chosen or dropped. A chosen one is read whole before
// anything begins.
import { useCallback, useEffect, useRef, useState } from 'react';
import { hasKeptRuns } from '../../../src/replica/page/has-kept-runs';
import { loadSavedRuns, type LocalFiles, type SavedRun } from '../../bridge/session/engine-room';
import { formatSentence } from '../../bridge/words/format';
import { savedRunLine, savedRunTitle } from '../../bridge/words/saved-run-words';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import { ResumeForm } from './resume-form';
import type { RunFileDrop } from './use-run-file-drop';
import css from './saved-runs.module.css';

export type OnResume = (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;

export function SavedRuns({
  submitText,
  drop: { file: dropped, isOver },
  onResume,
}: {
  submitText: string;
  drop: RunFileDrop;
  onResume: OnResume;
}) {
  const [kept, setKept] = useState<readonly SavedRun[]>([]);
  const [chosen, setChosen] = useState<SavedRun>();
  const [state, setState] = useState<{ kind: 'ready' | 'reading' } | { kind: 'refused'; why: string }>({ kind: 'ready' }); // prettier-ignore
  const latest = useRef(0);

  const look = useCallback(async (): Promise<void> => {
    try {
      const runs = (await hasKeptRuns()) ? await (await loadSavedRuns()).keptRuns() : [];
      setKept(runs === 'none here' ? [] : runs);
    } catch {
      setKept([]); // storage that refuses
    }
  }, []);
  useEffect(() => void look(), [look]);

  const choose = useCallback(async (file: File): Promise<void> => {
    const choice = ++latest.current;
    setState({ kind: 'reading' });
    setChosen(undefined);
    const read = await loadSavedRuns()
      .then((shelf) => shelf.readSavedRun(file))
      .catch(() => undefined);
    if (choice !== latest.current) return;
    if (read?.ok) setChosen(read.value);
    setState(
      read?.ok
        ? { kind: 'ready' }
        : { kind: 'refused', why: read?.error.message ?? 'the file could not be read' },
    );
  }, []);
  useEffect(() => {
    if (dropped) void choose(dropped);
  }, [dropped, choose]);

  const forget = async (name: string): Promise<void> => {
    await (await loadSavedRuns()).forgetKeptRun(name);
    await look();
  };

  if (chosen)
    return (
      <ResumeForm
        key={chosen.name}
        run={chosen}
        submitText={submitText}
        onSubmit={(steps, files) => onResume(chosen, steps, files)}
        onBack={() => setChosen(undefined)}
      />
    );
  return (
    <div className={css.list}>
      {kept.map((run) => (
        <div key={run.name} className={css.run}>
          <div>
            <p className={css.title}>{savedRunTitle(run.facts)}</p>
            <p className={css.line}>{savedRunLine(run)}</p>
          </div>
          <div className={css.actions}>
            <Button isSmall onClick={() => void choose(run.file)}>
              Go on
            </Button>
            <Button kind="quiet" isSmall onClick={() => download(run.name, run.file.type, run.file)}>
              Download
            </Button>
            <Button kind="quiet" isSmall onClick={() => void forget(run.name)}>
              Forget
            </Button>
          </div>
        </div>
      ))}
      <div className={`${css.drop} ${isOver ? css.over : ''}`}>
        <label>
          <span>{kept.length > 0 ? 'Or a checkpoint file' : 'A checkpoint file'}</span>
          <input
            type="file"
            accept=".safetensors"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void choose(file);
            }}
          />
        </label>
        <p className={state.kind === 'refused' ? css.problem : css.note} role="status">
          {state.kind === 'reading'
            ? 'Reading the whole file …'
            : state.kind === 'refused'
              ? formatSentence(state.why)
              : 'Choose it, or drop it anywhere on this page. It stays on this device.'}
        </p>
      </div>
    </div>
  );
}
