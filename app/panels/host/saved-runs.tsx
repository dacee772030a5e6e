// Saved runs: those that this device keeps, and any file that is chosen or dropped. A chosen one is read whole before
// anything begins. The files of a GPT of others, chosen together, begin a run.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { withWords } from '../../bridge/session/page-language';
import { hasKeptRuns } from '../../../src/replica/page/has-kept-runs';
import {
  loadSavedRuns,
  type GivenFile,
  type GivenGpt,
  type LocalFiles,
  type SavedRun,
} from '../../bridge/session/engine-room';
import type { RunConfig } from '../../../src/replica/protocol';
import { ProblemLine } from '../../bridge/session/problem-line';
import { FileField } from '../../ui/file-field';
import { chosenFiles } from './dropped-files';
import type { RunFileDrop } from './use-run-file-drop';
import ui from '../../ui/shape.module.css';
import css from './saved-runs.module.css';

const KeptRun = lazy(() => withWords(import('./kept-run')));
const ResumeForm = lazy(() => withWords(import('./resume-form')));
const GptForm = lazy(() => withWords(import('./gpt-form')));

export type OnResume = (run: SavedRun, steps: number, files: LocalFiles | undefined) => void;

export function SavedRuns({
  submitText,
  drop: { files: dropped, problem: undropped, isOver },
  lacksData = () => false,
  onResume,
}: {
  submitText: string;
  drop: RunFileDrop;
  /** Whether such data has to be given before a run of it continues. A new room asks for it. */
  lacksData?: (data: RunConfig['data']) => boolean;
  onResume: OnResume;
}) {
  const [kept, setKept] = useState<readonly SavedRun[]>([]);
  const [chosen, setChosen] = useState<SavedRun>();
  const [gpt, setGpt] = useState<GivenGpt>();
  const [state, setState] = useState<{ kind: 'ready' | 'reading' } | { kind: 'refused'; why: Saying }>({
    kind: 'ready',
  });
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

  useEffect(() => {
    if (undropped !== undefined) setState({ kind: 'refused', why: undropped });
  }, [undropped]);

  const forget = async (name: string): Promise<void> => {
    await (await loadSavedRuns()).forgetKeptRun(name);
    await look();
  };

  if (gpt)
    return (
      <Suspense fallback={<p role="status">{t`Loading …`}</p>}>
        <GptForm gpt={gpt} onBegin={onResume} onBack={() => setGpt(undefined)} />
      </Suspense>
    );
  if (chosen)
    return (
      <Suspense fallback={<p role="status">{t`Loading …`}</p>}>
        <ResumeForm
          key={chosen.name}
          run={chosen}
          submitText={submitText}
          lacksData={lacksData(chosen.facts.config.data)}
          onSubmit={(steps, files) => onResume(chosen, steps, files)}
          onBack={() => setChosen(undefined)}
        />
      </Suspense>
    );
  return (
    <div className={ui.column}>
      {kept.map((run) => (
        <Suspense key={run.name} fallback={null}>
          <KeptRun
            run={run}
            onChoose={() => void choose([{ path: run.name, file: run.file }])}
            onForget={() => void forget(run.name)}
          />
        </Suspense>
      ))}
      <div className={`${ui.drop} ${isOver ? ui.over : ''}`}>
        <FileField
          label={
            kept.length > 0
              ? t`Or a checkpoint file, or the files of a GPT-2`
              : t`A checkpoint file, or the files of a GPT-2`
          }
          accept=".safetensors,.json"
          onFiles={(list) => {
            const files = chosenFiles(list);
            if (files.length > 0) void choose(files);
          }}
        />
        <p className={state.kind === 'refused' ? ui.problem : css.note} role="status">
          {state.kind === 'reading' ? (
            t`Reading the whole file …`
          ) : state.kind === 'refused' ? (
            <ProblemLine problem={state.why} />
          ) : (
            t`Choose or drop it here: a checkpoint, or a GPT-2 as Transformers saves it (model.safetensors, config.json and tokenizer.json). It stays on this device.`
          )}
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
): Promise<Saying | undefined> {
  try {
    const shelf = await loadSavedRuns();
    if (files.length === 1) {
      const run = await shelf.readSavedRun(files[0].file as File);
      if (!run.ok) return saidOf(run.error);
      onRun(run.value);
    } else {
      const gpt = await shelf.readGpt(files);
      if (!gpt.ok) return saidOf(gpt.error);
      onGpt(gpt.value);
    }
    return undefined;
  } catch {
    return say('file-not-read');
  }
}
