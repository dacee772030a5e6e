// Saved runs: those that this device keeps, and any file that is chosen or dropped. A chosen one is read whole before
// anything begins. The files of a GPT of others, chosen together, begin a run.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { hasKeptRuns } from '../../../src/replica/page/has-kept-runs';
import {
  loadSavedRuns,
  type GivenFile,
  type GivenGpt,
  type LocalFiles,
  type SavedRun,
} from '../../bridge/session/engine-room';
import { formatSentence } from '../../bridge/words/format';
import { savedRunLine, savedRunTitle } from '../../bridge/words/saved-run-words';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import { chosenFiles } from './dropped-files';
import { ResumeForm } from './resume-form';
import type { RunFileDrop } from './use-run-file-drop';
import css from './saved-runs.module.css';

const GptForm = lazy(() => import('./gpt-form').then((part) => ({ default: part.GptForm })));

export type OnResume = (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;

export function SavedRuns({
  submitText,
  drop: { files: dropped, isOver },
  onResume,
}: {
  submitText: string;
  drop: RunFileDrop;
  onResume: OnResume;
}) {
  const [kept, setKept] = useState<readonly SavedRun[]>([]);
  const [chosen, setChosen] = useState<SavedRun>();
  const [gpt, setGpt] = useState<GivenGpt>();
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

  const choose = useCallback(async (files: readonly GivenFile[]): Promise<void> => {
    const choice = ++latest.current;
    setState({ kind: 'reading' });
    setChosen(undefined);
    setGpt(undefined);
    const problem = await read(
      files,
      (run) => choice === latest.current && setChosen(run),
      (given) => choice === latest.current && setGpt(given),
    );
    if (choice !== latest.current) return;
    setState(problem === undefined ? { kind: 'ready' } : { kind: 'refused', why: problem });
  }, []);
  useEffect(() => {
    if (dropped.length > 0) void choose(dropped);
  }, [dropped, choose]);

  const forget = async (name: string): Promise<void> => {
    await (await loadSavedRuns()).forgetKeptRun(name);
    await look();
  };

  if (gpt)
    return (
      <Suspense fallback={<p role="status">Loading …</p>}>
        <GptForm gpt={gpt} onBegin={onResume} onBack={() => setGpt(undefined)} />
      </Suspense>
    );
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
            <Button isSmall onClick={() => void choose([{ path: run.name, file: run.file }])}>
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
          <span>
            {kept.length > 0 ? 'Or a checkpoint file' : 'A checkpoint file'}, or the files of a GPT-2
          </span>
          <input
            type="file"
            multiple
            accept=".safetensors,.json"
            onChange={(event) => {
              const files = chosenFiles(event.target.files);
              if (files.length > 0) void choose(files);
            }}
          />
        </label>
        <p className={state.kind === 'refused' ? css.problem : css.note} role="status">
          {state.kind === 'reading'
            ? 'Reading the whole file …'
            : state.kind === 'refused'
              ? formatSentence(state.why)
              : 'Choose or drop it here: a checkpoint, or a GPT-2 as Transformers saves it (model.safetensors, config.json and tokenizer.json). It stays on this device.'}
        </p>
      </div>
    </div>
  );
}

/** A checkpoint comes alone, a GPT with the files that say how to read it. Resolves with why it is neither. */
async function read(
  files: readonly GivenFile[],
  onRun: (run: SavedRun) => void,
  onGpt: (gpt: GivenGpt) => void,
): Promise<string | undefined> {
  try {
    const shelf = await loadSavedRuns();
    if (files.length === 1) {
      const run = await shelf.readSavedRun(files[0].file as File);
      if (!run.ok) return run.error.message;
      onRun(run.value);
    } else {
      const gpt = await shelf.readGpt(files);
      if (!gpt.ok) return gpt.error.message;
      onGpt(gpt.value);
    }
    return undefined;
  } catch {
    return 'the file could not be read';
  }
}
